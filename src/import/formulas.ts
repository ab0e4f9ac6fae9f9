/** What spreadsheets take for a formula. A minus before nothing but a number is a number. */
const SIGN = '(?:[=+@＝＋＠]|[-－](?!\\d+(?:[.,]\\d+)?(?:e[-+]?\\d+)?(?:$|[;\\t\\r\\n])))';

/** Where a formula begins in a cell, or in what a spreadsheet with another delimiter takes for one. */
const formulas = (apostrophe: string): RegExp =>
  new RegExp(`(?<=^|[;\\t\\r\\n])('*)${apostrophe}(?=[ "]*${SIGN})|^('*)${apostrophe}(?=[\\t\\r\\n])`, 'gi');

const PLAIN = formulas('');
const GUARDED = formulas("'");

/** A text for a CSV file, with an apostrophe before each formula, so that a spreadsheet shows it and runs nothing. */
export const guarded = (text: string): string => text.replace(PLAIN, "$1$2'");

export const unguarded = (text: string): string => (text.includes("'") ? text.replace(GUARDED, '$1$2') : text);
