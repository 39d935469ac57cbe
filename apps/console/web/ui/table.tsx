import type { Key, ReactNode } from 'react';
import { SortHeader, type Sorting } from './sort-header.js';

interface TableProps {
  /** Names the rows, for screen readers. */
  caption: string;
  /** Names of the columns; the first cell of each row is its header. */
  columns: readonly { name: string; isNumber?: boolean; isHidden?: boolean; sortKey?: string }[];
  /** Absent if the list has one order. */
  sorting?: Sorting;
  children: ReactNode;
  /** Whether the rows are those of a former filter. */
  isStale?: boolean;
}

/** A plain table: the API sorts and pages. On a phone each row becomes a block. */
export function Table({ caption, columns, sorting, children, isStale = false }: TableProps): ReactNode {
  return (
    <div className="table-frame" aria-busy={isStale}>
      <table className={isStale ? 'table table-stale' : 'table'}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber, isHidden, sortKey }) =>
              sortKey && sorting ? (
                <SortHeader key={name} name={name} sortKey={sortKey} sorting={sorting} />
              ) : (
                <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                  {isHidden ? <span className="unseen">{name}</span> : name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface Column<Row> {
  name: string;
  /** Its name next to the value on a phone, if it differs. */
  phoneName?: string;
  isNumber?: boolean;
  isHidden?: boolean;
  /** What the API sorts by; absent if it cannot sort by this column. */
  sortKey?: string;
  className?: string;
  cell: (row: Row) => ReactNode;
  /** An optional secondary line below the row. */
  below?: (row: Row) => ReactNode;
}

export interface RowsProps<Row> extends Omit<TableProps, 'columns' | 'children'> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  toKey: (row: Row) => Key;
}

/** A table that is defined by columns, each of which renders a part of a row. */
export function RowsTable<Row>({ columns, rows, toKey, ...table }: RowsProps<Row>): ReactNode {
  const [header, ...valueColumns] = columns;
  return (
    <Table {...table} columns={columns}>
      {rows.map((row) => (
        <tr key={toKey(row)}>
          <th scope="row" className={header!.className}>
            <Cell column={header!} row={row} />
          </th>
          {valueColumns.map((column) => (
            <td
              key={column.name}
              data-column={column.isHidden ? undefined : (column.phoneName ?? column.name)}
              className={`${column.className ?? ''} ${column.isNumber ? 'number' : ''}`.trim() || undefined}
            >
              <Cell column={column} row={row} />
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactNode {
  const below = column.below?.(row);
  return (
    <>
      {column.cell(row)}
      {below && ' '}
      {below && <span className="quiet below">{below}</span>}
    </>
  );
}
