/** The mark by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The characters that spreadsheets interpret as a formula, at the start of anything that one of them treats as a cell
 * (decision platform 3.8).
 */
const formula = /(^|[;\t\r\n|])((?:[^\S\t\r\n]|["'])*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const inert = /(^|[;\t\r\n|])((?:[^\S\t\r\n]|["'])*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A text without the apostrophes that {@link csvLine} has put before formulas. */
export const withoutApostrophes = (text: string): string => text.replace(inert, '$1$2');

/** RFC 4180; lists are separated by semicolons. Numbers and booleans are unquoted. */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return csvText(listText(value));
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'string' ? csvText(value) : csvText(JSON.stringify(value));
}

/** A list is written as JSON if its items contain semicolons or are not texts. */
const listText = (list: readonly unknown[]): string =>
  list.every((one) => typeof one === 'number' || (typeof one === 'string' && !/;|^\s*\[/.test(one)))
    ? list.join(';')
    : JSON.stringify(list);

/** A number with exactly three decimals gets a fourth, so that 4.333 is not read as thousands. */
const numberText = (value: number): string => String(value).replace(/\.\d{3}$/, '$&0');

/** Text, with an apostrophe before anything that a spreadsheet would evaluate (OWASP, "CSV injection"). */
function csvText(text: string): string {
  const harmless = text.replace(formula, "$1$2'");
  return /[",;\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
