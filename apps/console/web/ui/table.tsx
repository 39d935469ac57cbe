import type { Key, ReactNode } from 'react';

interface TableProps {
  /** Says what the rows are, for those who do not see the page around it. */
  caption: string;
  /** Names of the columns; the first cell of each row is its header. */
  columns: readonly { name: string; isNumber?: boolean; isHidden?: boolean }[];
  children: ReactNode;
  /** Whether rows of a former filter are shown. */
  isStale?: boolean;
}

/** A plain table: the API sorts and pages. On a phone each row becomes a block. */
export function Table({ caption, columns, children, isStale = false }: TableProps): ReactNode {
  return (
    <div className="table-frame" aria-busy={isStale}>
      <table className={isStale ? 'table table-stale' : 'table'}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber, isHidden }) => (
              <th key={name} scope="col" className={isNumber ? 'number' : undefined}>
                {isHidden ? <span className="unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface Column<Row> {
  name: string;
  /** Its name beside the value on a phone, where that is another one. */
  phoneName?: string;
  isNumber?: boolean;
  isHidden?: boolean;
  className?: string;
  cell: (row: Row) => ReactNode;
  /** A quiet line below it, where there is something to say. */
  below?: (row: Row) => ReactNode;
}

export interface RowsProps<Row> extends Omit<TableProps, 'columns' | 'children'> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  toKey: (row: Row) => Key;
}

/** A table whose columns say what they show of a row. */
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
      {below && <span className="quiet below">{below}</span>}
    </>
  );
}
