/** A whole number as in `10,000`. The first `toLocaleString` of a process takes 20 ms, at every start. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** A text with its first letter in upper or in lower case: `QuickOrder` and `quickOrder`. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
export const uncapitalized = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
