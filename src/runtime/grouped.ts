/** A whole number as in `10,000`. The first `toLocaleString` of a process takes 20 ms, at every start. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
