import type { PersonField } from './person-types.js';
import { customKey } from './person-values.js';

/** Lines of a file, without the names of the columns. */
export const MAX_LINES = 10_000;

export interface PeopleLine {
  /** The number of the line in the file, or of its last line if a cell has several. */
  line: number;
  cells: readonly string[];
}

export interface PeopleFile {
  columns: readonly string[];
  lines: readonly PeopleLine[];
}

/** Why a file cannot be read: a part of the key of a text. */
export type FileFault = 'notUtf8' | 'noTable' | 'tooManyLines' | 'noLines';

export class UnreadableFile extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}

/**
 * Reads a table of people, whose first line names the columns. Commas, semicolons or tabs separate the cells.
 * @throws UnreadableFile
 */
export async function readPeopleFile(bytes: ArrayBuffer): Promise<PeopleFile> {
  const text = decode(bytes);
  const { parse } = await import('csv-parse/browser/esm/sync');
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      trim: true,
    }) as unknown as typeof rows;
  } catch {
    throw new UnreadableFile('noTable');
  }
  const [head, ...body] = rows;
  if (!head || body.length === 0) throw new UnreadableFile('noLines');
  if (body.length > MAX_LINES) throw new UnreadableFile('tooManyLines');
  const lines = body.map(({ record, info }) => ({ line: info.lines, cells: record }));
  return { columns: head.record, lines };
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('notUtf8');
  }
}

/** The one that is most frequent in the first line. */
function findDelimiter(text: string): string {
  const [firstLine = ''] = text.split('\n', 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

/** Fields of a person that a column can have; custom fields have the prefix of {@link customKey}. */
export const importedFields = ['email', 'first_name', 'last_name', 'roles', 'locale'] as const;
export type ImportedField = (typeof importedFields)[number];

/** Common names of columns in the console's languages, without spaces, accents and punctuation. */
const columnNames: Readonly<Record<ImportedField, readonly string[]>> = {
  email: ['email', 'mail', 'emailaddress', 'emailadresse', 'adresseemail', 'courriel'],
  first_name: ['firstname', 'givenname', 'vorname', 'prenom'],
  last_name: ['lastname', 'surname', 'familyname', 'nachname', 'name', 'nom'],
  roles: ['role', 'roles', 'rolle', 'rollen'],
  locale: ['locale', 'language', 'sprache', 'langue'],
};

const simplify = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The field of each column whose name is known; undefined for others. Each field belongs to one column. */
export function mapColumns(
  columns: readonly string[],
  fields: readonly Pick<PersonField, 'name'>[],
): (string | undefined)[] {
  const known = new Map<string, string>([
    ...fields.map(({ name }) => [simplify(name), customKey(name)] as const),
    ...importedFields.flatMap((field) => columnNames[field].map((name) => [name, field] as const)),
  ]);
  const used = new Set<string>();
  return columns.map((column) => {
    const field = known.get(simplify(column));
    if (field === undefined || used.has(field)) return undefined;
    used.add(field);
    return field;
  });
}

/** A line as text by field; empty cells are left out. */
export function readLine(
  { cells }: PeopleLine,
  mapping: readonly (string | undefined)[],
): Record<string, string> {
  const pairs = mapping.flatMap((field, index) => {
    const text = cells[index] ?? '';
    return field === undefined || text === '' ? [] : [[field, text] as const];
  });
  return Object.fromEntries(pairs);
}

/** A result of a line. */
export interface LineResult {
  line: number;
  email: string;
  result: string;
}

/** The results as a table. A cell that begins like a formula gets an apostrophe, because spreadsheets would run it. */
export function writeResults(head: readonly string[], results: readonly LineResult[]): string {
  const cell = (value: string | number): string => {
    const text = String(value);
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = [head, ...results.map(({ line, email, result }) => [line, email, result])];
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
