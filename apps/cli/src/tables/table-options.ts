import { parseYaml } from '@app/bootstrap-files';
import { ConfigError } from '@app/kernel';
import {
  decimalMarks,
  isJson,
  openTable,
  openText,
  readColumnMap,
  rowReader,
  type ColumnMap,
  type DecimalMark,
  type TableFields,
  type TextFile,
} from '@app/tables';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { readFileSync } from 'node:fs';
import { jsonLines, tableLines, type FileLine } from './lines.js';

/** Options for reading a file, common to all commands that read tables. */
export interface TableOptions {
  map?: string;
  encoding?: string;
  delimiter?: string;
  decimal?: DecimalMark;
}

export const withTableOptions = (command: Command): Command =>
  command
    .option(
      '--map <file>',
      'which columns of a table become which fields (YAML; see docs/catalogue-import.md)',
    )
    .option('--encoding <name>', 'of the file, such as windows-1252 (default: UTF-8)')
    .option(
      '--delimiter <character>',
      'between the cells of a table; tab for a tab (default: found in its header)',
      asDelimiter,
    )
    .addOption(new Option('--decimal <mark>', 'the sign before fractions').choices(decimalMarks))
    .option('--bad-lines <file>', 'where to write lines that cannot be read (default: <file>.bad.ndjson)');

/** @throws InvalidArgumentError when it is not one character */
function asDelimiter(option: string): string {
  const delimiter = ['tab', '\\t'].includes(option.toLowerCase()) ? '\t' : option;
  if (delimiter.length !== 1 || /["\r\n]/.test(delimiter))
    throw new InvalidArgumentError('It is one character, and no quotation mark: --delimiter tab for a tab.');
  return delimiter;
}

export interface Source {
  file: TextFile;
  /** Yields the lines from the start; can be called again. */
  lines: () => AsyncGenerator<FileLine>;
  /** Columns of a table that are not imported. */
  unused: readonly string[];
}

/**
 * Opens a table, or records as NDJSON.
 * @param fields the columns that a table may have
 * @param takesJson whether the command reads NDJSON too
 * @throws ConfigError when it is in another encoding or form, or its columns cannot be understood
 */
export async function openSource(
  path: string,
  options: TableOptions,
  fields: TableFields,
  takesJson: boolean,
): Promise<Source> {
  const map = options.map === undefined ? undefined : readMap(options.map, fields);
  const file = await openText(path, options.encoding ?? map?.encoding);
  if (isJson(file.head) || (file.head === '' && takesJson && !map)) {
    if (!takesJson)
      throw new ConfigError(`${file.name} has JSON, and this command reads tables: save it as CSV.`);
    if (map) throw new ConfigError(`${file.name} has JSON, not a table: import it without --map.`);
    if (/^\s*\[/.test(file.head))
      throw new ConfigError(`${file.name} is one list in JSON: write one object on each line (jq -c '.[]').`);
    return { file, lines: () => jsonLines(file), unused: [] };
  }
  const table = await openTable(file, options.delimiter ?? map?.delimiter);
  const decimal = options.decimal ?? map?.decimal;
  const reader = rowReader(table.columns, fields, { ...(map && { map }), ...(decimal && { decimal }) });
  return { file, lines: () => tableLines(table, reader), unused: reader.unused };
}

/** `provider: acme` next to the columns is short for a default. */
function readMap(path: string, fields: TableFields): ColumnMap {
  const content = parseYaml(readFileSync(path, 'utf8'), 'The map file') as Record<string, unknown> | null;
  if (
    content === null ||
    typeof content !== 'object' ||
    !('provider' in content) ||
    !('provider' in fields.byName)
  )
    return readColumnMap(content, fields);
  const { provider, ...rest } = content;
  const defaults = typeof rest['defaults'] === 'object' ? rest['defaults'] : {};
  return readColumnMap({ ...rest, defaults: { provider, ...defaults } }, fields);
}
