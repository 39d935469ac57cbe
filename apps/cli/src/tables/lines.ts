import { BadRow, type RowReader, type Table, type TextFile } from '@app/tables';

/** One line of a file: its value, or why it cannot be read. */
export type FileLine = { line: number; value: unknown } | { line: number; fault: string };

/** One JSON object per line; empty lines are skipped. */
export async function* jsonLines(file: TextFile): AsyncGenerator<FileLine> {
  let line = 0;
  let rest = '';
  for await (const part of file.read()) {
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    for (const text of lines) {
      line++;
      if (text.trim() !== '') yield readJson(line, text);
    }
  }
  if (rest.trim() !== '') yield readJson(line + 1, rest);
}

function readJson(line: number, text: string): FileLine {
  try {
    return { line, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { line, fault: `no JSON: ${(error as Error).message.slice(0, 200)}` };
  }
}

/** The rows of a table as records. */
export async function* tableLines(table: Table, reader: RowReader): AsyncGenerator<FileLine> {
  for await (const row of table.rows()) yield 'fault' in row ? row : readRow(row.line, row.cells, reader);
}

function readRow(line: number, cells: readonly string[], reader: RowReader): FileLine {
  try {
    return { line, value: reader.read(cells) };
  } catch (error) {
    if (error instanceof BadRow) return { line, fault: error.message };
    throw error;
  }
}
