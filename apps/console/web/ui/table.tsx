import type { ReactNode } from 'react';

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
