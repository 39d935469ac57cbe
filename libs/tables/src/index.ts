/**
 * Tables as files: parsed from the exports of spreadsheets and databases, and written for spreadsheets. A cell that
 * cannot be parsed is reported with its line and column; nothing is guessed.
 */
export { BYTE_ORDER_MARK, csvLine } from './csv-line.js';
export { readColumnMap, type ColumnMap } from './column-map.js';
export { suggestion } from './column-names.js';
export { columnKinds, type ColumnKind, type TableFields } from './fields.js';
export { decimalMarks, parseNumber, type DecimalMark } from './numbers.js';
export { BadRow, rowReader, type RowReader } from './row-reader.js';
export { isJson, openTable, type Table } from './table.js';
export { openText, type TextFile } from './text-file.js';
