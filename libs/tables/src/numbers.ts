import { BadCell } from './bad-cell.js';

export const decimalMarks = ['.', ','] as const;
export type DecimalMark = (typeof decimalMarks)[number];

/** Digits, optionally in groups of three or in Indian groups, with one kind of separator. */
const grouped = /^[1-9]\d{0,2}([.,'’ \u00A0\u202F])\d{3}(?:\1\d{3})*$|^[1-9]\d?(,\d{2})+,\d{3}$/;

/**
 * Parses a number in common notations: `20`, `20,50`, `1.234,50`, `1'234.50`, `1 234`, `5.3k`.
 * @param decimal the decimal mark; undefined: the one that makes the text unambiguous
 * @throws BadCell when it is not a number, or ambiguous like `1,234`
 */
export function parseNumber(text: string, decimal?: DecimalMark): number {
  const match = /^([+\-\u2212]?)([\d.,'’ \u00A0\u202F]*\d)\s?([km]?)$/i.exec(text.trim());
  if (!match) throw new BadCell('is not a number');
  const [, sign, digits, factor] = match;
  const marks = decimal === undefined ? decimalMarks : [decimal];
  const [reading, other] = new Set(marks.flatMap((mark) => readDigits(digits!, mark) ?? []));
  if (reading === undefined)
    throw new BadCell(decimal ? `is not a number with the decimal mark "${decimal}"` : 'is not a number');
  if (other !== undefined)
    throw new BadCell(`may be ${reading} or ${other}: choose by "decimal" in the map, or by --decimal`);
  const value = reading * { k: 1_000, m: 1_000_000, '': 1 }[factor!.toLowerCase()]!;
  // without the noise of binary fractions: 1.1k is 1100
  return Number(value.toPrecision(15)) * (sign === '' || sign === '+' ? 1 : -1);
}

/** The number that the digits mean with `mark` as decimal mark; undefined: none. */
function readDigits(digits: string, mark: DecimalMark): number | undefined {
  const [whole, fraction = '', ...rest] = digits.split(mark);
  if (rest.length > 0 || !/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return undefined;
  if (!/^\d*$/.test(whole!) && !grouped.test(whole!)) return undefined;
  return Number(`${whole!.replaceAll(/\D/g, '')}.${fraction}`);
}

/** Currency signs: unambiguous ones, and those of several currencies. */
const signs: Record<string, readonly string[]> = {
  '€': ['EUR'],
  '£': ['GBP'],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  AU$: ['AUD'],
  R$: ['BRL'],
  '₹': ['INR'],
  ZŁ: ['PLN'],
  KČ: ['CZK'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₴': ['UAH'],
  EURO: ['EUR'],
  EUROS: ['EUR'],
  'FR.': ['CHF'],
  SFR: ['CHF'],
  $: ['USD', 'AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'ARS', 'CLP', 'COP', 'TWD'],
  '¥': ['JPY', 'CNY'],
  KR: ['SEK', 'NOK', 'DKK', 'ISK'],
  'KR.': ['DKK', 'SEK', 'NOK', 'ISK'],
};
const codes = new Set(Intl.supportedValuesOf('currency'));

/** An amount, and the currencies that the cell may mean; empty if it names none. */
export interface Money {
  amount: number;
  currencies: readonly string[];
}

/**
 * Parses an amount with or without its currency: `49,00 EUR`, `€ 20`, `CHF 1'234.50`, `20.-`.
 * @throws BadCell when the amount or the currency cannot be parsed
 */
export function parseMoney(text: string, decimal?: DecimalMark): Money {
  const match =
    /^([^\d.,+\-\u2212]*?(?:Fr\.)?)\s*([+\-\u2212]?[\d.,].*?)([.,][-–—]+)?\s*([^\d.,'’\s].*)?$/iu.exec(
      text.trim(),
    );
  if (!match) throw new BadCell('is not an amount of money');
  const [, before = '', number, , after = ''] = match;
  const amount = parseNumber(number!, decimal);
  const labels = [before, after].map((part) => part.trim()).filter(Boolean);
  if (labels.length === 2) throw new BadCell('has text on both sides of the amount');
  return { amount, currencies: labels.length === 0 ? [] : getCurrencies(labels[0]!) };
}

function getCurrencies(text: string): readonly string[] {
  const name = text.toUpperCase();
  const currencies = signs[name] ?? (codes.has(name) ? [name] : undefined);
  if (!currencies)
    throw new BadCell(`has "${text.slice(0, 20)}" next to the amount, which is not a currency`);
  return currencies;
}
