import { parse, type CsvError } from 'csv-parse/sync';

/** A row of a table and the line on which it begins, or why that line cannot be read. */
export type TableRow = { line: number; cells: string[] } | { line: number; fault: string };

export interface Layout {
  delimiter: string;
  /** Line of the first character. */
  firstLine?: number;
  /** Required number of cells in a row; undefined: any number. */
  width?: number;
}

/** A longer row must have a quotation mark that was never closed. */
const MAX_ROW_CHARACTERS = 4_000_000;
const lineBreak = /\r\n|\n|\r/g;
const STRAY_QUOTE =
  'a quotation mark is not closed, or not doubled: a cell that contains one is written as "say ""yes"""';

/**
 * Parses rows in the format of RFC 4180, with any mix of line endings. Unlike csv-parse, which ends at the first fault,
 * it continues with the next line of the file, so an unclosed quotation mark spoils one line and not the rest. Empty
 * lines, and rows of empty cells, are left out.
 */
export async function* readRows(
  text: AsyncIterable<string> | Iterable<string>,
  layout: Layout,
): AsyncGenerator<TableRow> {
  const rows = new RowReader(layout);
  for await (const part of text) yield* rows.read(part);
  yield* rows.end();
}

class RowReader {
  #rest = '';
  #line: number;
  /** Whether the text so far ends within quotation marks. */
  #isOpen = false;

  constructor(private readonly layout: Layout) {
    this.#line = layout.firstLine ?? 1;
  }

  read(part: string): Iterable<TableRow> {
    this.#rest += part;
    const goesOn = this.#isOpen && !part.includes('"') && this.#rest.length < MAX_ROW_CHARACTERS;
    return goesOn ? [] : this.#read(false);
  }

  end(): Iterable<TableRow> {
    return this.#read(true);
  }

  *#read(isLast: boolean): Generator<TableRow> {
    for (;;) {
      // the text after the last line break may continue, and so may a CR at the end
      const whole = isLast ? this.#rest : (/^[^]*(?:\n|\r(?!$))/.exec(this.#rest)?.[0] ?? '');
      if (whole === '') return;
      this.#isOpen = false;
      const { rows, isBroken, isOpen } = parseRows(whole, this.layout.delimiter);
      const tooWide = rows.findIndex((row) => this.#isTorn(row));
      for (const row of tooWide < 0 ? rows : rows.slice(0, tooWide)) {
        const line = this.#skip(row.text);
        const read = this.#toRow(row.cells, line);
        if (read) yield read;
      }
      if (tooWide < 0 && !isBroken) {
        if (!isOpen) {
          this.#skip(this.#rest.slice(0, whole.length - rows.reduce((sum, row) => sum + row.text.length, 0)));
          return;
        }
        this.#isOpen = !isLast && this.#rest.length < MAX_ROW_CHARACTERS;
        if (this.#isOpen) return;
      }
      yield { line: this.#skipLine(), fault: STRAY_QUOTE };
    }
  }

  /** Whether cells of several lines were parsed as one: a row that spans lines must have the required width. */
  #isTorn({ cells, text }: ParsedRow): boolean {
    const { width = cells.length } = this.layout;
    const fits = cells.length >= width && isBlank(cells.slice(width));
    return !fits && /[\r\n]./.test(text.trim()) && !isBlank(cells);
  }

  /** @returns undefined for a row of empty cells */
  #toRow(cells: string[], line: number): TableRow | undefined {
    const width = this.layout.width ?? cells.length;
    if (isBlank(cells)) return undefined;
    if (cells.length < width) return { line, fault: `has ${cells.length} cells, the header has ${width}` };
    if (isBlank(cells.slice(width))) return { line, cells: cells.slice(0, width) };
    const extra = cells.slice(width).join(' ').trim().slice(0, 60);
    return { line, fault: `has ${cells.length} cells, the header has ${width}: "${extra}" has no column` };
  }

  /**
   * Moves to the end of a row.
   * @returns the line on which it begins, after empty ones
   */
  #skip(text: string): number {
    const empty = /^(?:[^\S\r\n]*(?:\r\n|\n|\r))*/.exec(text)![0];
    const line = this.#line + breaksIn(empty);
    this.#line += breaksIn(text);
    this.#rest = this.#rest.slice(text.length);
    return line;
  }

  /**
   * Moves to the end of one line, and of the empty ones before it.
   * @returns its number
   */
  #skipLine(): number {
    return this.#skip(/^\s*[^\r\n]*(?:\r\n|\n|\r)?/.exec(this.#rest)![0]);
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
const breaksIn = (text: string): number => text.match(lineBreak)?.length ?? 0;

interface ParsedRow {
  cells: string[];
  /** The text in the file, with the line break at its end. */
  text: string;
}

/** The rows up to the first fault, whether there is a fault, and whether the text ends within quotation marks. */
function parseRows(
  text: string,
  delimiter: string,
): { rows: ParsedRow[]; isBroken: boolean; isOpen: boolean } {
  const bytes = Buffer.from(text);
  const rows: ParsedRow[] = [];
  let end = 0;
  const collect = (cells: string[], context: { bytes: number }): null => {
    rows.push({ cells, text: bytes.subarray(end, context.bytes).toString() });
    end = context.bytes;
    return null;
  };
  try {
    parse(bytes, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 0,
      on_record: collect,
    });
    return { rows, isBroken: false, isOpen: false };
  } catch (error) {
    const isOpen = (error as CsvError).code === 'CSV_QUOTE_NOT_CLOSED';
    return { rows, isBroken: !isOpen, isOpen };
  }
}
