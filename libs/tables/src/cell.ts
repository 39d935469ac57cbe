import { BadCell } from './bad-cell.js';
import type { Column } from './column-map.js';
import type { ColumnKind } from './fields.js';
import { parseMinutes } from './minutes.js';
import { parseMoney, parseNumber } from './numbers.js';

/** The value of a cell; for an amount of money, also the currencies that it may have. */
export interface CellValue {
  value: unknown;
  currencies?: readonly string[];
}

/**
 * @param text not blank
 * @returns a value that is undefined when the map replaces the text with nothing
 * @throws BadCell
 */
export function readCell(text: string, column: Column & { as: ColumnKind }): CellValue {
  const replaced = replacement(column, text.trim());
  if (replaced !== undefined && typeof replaced !== 'string') return { value: replaced };
  const content = replaced ?? text;
  return content.trim() === '' ? { value: undefined } : convert(content, column);
}

function replacement({ values }: Column, text: string): string | number | boolean | undefined {
  const key = Object.keys(values).find((one) => one.toLowerCase() === text.toLowerCase());
  return key === undefined ? undefined : values[key];
}

function convert(
  text: string,
  { as, decimal, split = ',', template }: Column & { as: ColumnKind },
): CellValue {
  const bare = text.trim();
  if (as !== 'json') refuseDamage(bare);
  switch (as) {
    case 'text':
      return { value: template === undefined ? text : template.replaceAll('{}', bare) };
    case 'lower':
      return { value: bare.toLowerCase() };
    case 'number':
      return { value: parseNumber(bare, decimal) };
    case 'integer':
      return { value: integer(parseNumber(bare, decimal)) };
    case 'money': {
      const { amount, currencies } = parseMoney(bare, decimal);
      return { value: amount, currencies };
    }
    case 'minutes':
      return { value: parseMinutes(bare, decimal) };
    case 'hours':
      return {
        value: /^[\d.,'’\s]+$/.test(bare)
          ? inMinutes(parseNumber(bare, decimal))
          : parseMinutes(bare, decimal),
      };
    case 'boolean':
      return { value: boolean(bare) };
    case 'list':
      return { value: parseList(bare, split) };
    case 'json':
      return { value: json(bare) };
  }
}

/** Refuses texts that spreadsheets write instead of a value. */
function refuseDamage(text: string): void {
  if (/^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|#+)$/i.test(text))
    throw new BadCell('is an error of a spreadsheet, not a value');
  if (/^\d(?:[.,]\d+)?E\+\d+$/.test(text))
    throw new BadCell('is a long number that a spreadsheet has shortened');
}

const inMinutes = (hours: number): number => Math.ceil(Number((hours * 60).toFixed(6)));

function integer(number: number): number {
  if (!Number.isSafeInteger(number)) throw new BadCell('is not an integer');
  return number;
}

function boolean(text: string): boolean {
  if (/^(true|yes|y|1|wahr|ja|vrai|oui|verdadero|s[ií])$/i.test(text)) return true;
  if (/^(false|no|n|0|falsch|nein|faux|non|falso)$/i.test(text)) return false;
  throw new BadCell('is neither yes nor no');
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadCell('is not JSON');
  }
}

/** A list in the syntax of JSON or Python, with quoted items. */
const quotedList = /^[[({]\s*(?:(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*(?:,\s*|(?=[\])}])))+[\])}]$/s;
const quotedItem = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gs;

function parseList(text: string, split: string): string[] {
  if (quotedList.test(text)) return [...text.matchAll(quotedItem)].map(([item]) => unquoted(item));
  return text
    .split(split)
    .map((part) =>
      part
        .trim()
        .replace(/^(['"])([^'"]*)\1$/s, '$2')
        .trim(),
    )
    .filter((part) => part !== '');
}

function unquoted(item: string): string {
  return item.startsWith('"') ? (JSON.parse(item) as string) : item.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}
