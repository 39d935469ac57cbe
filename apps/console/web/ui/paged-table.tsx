import type { ReactNode } from 'react';
import { MoreRows, type PagedQuery } from './more-rows.js';
import { NoAnswer } from './no-answer.js';
import { RowsTable, type RowsProps } from './table.js';

interface Page<Row> {
  total?: number;
  hits: readonly Row[];
}

interface PagedProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'isStale'> {
  query: PagedQuery & { data: { pages: readonly Page<Row>[] } | undefined; isPlaceholderData: boolean };
  /** Displayed instead of a table without rows. */
  none: ReactNode;
  /** The number of placeholder lines while rows are loading. */
  lines?: number;
  /** Says how many rows all pages have. */
  describeTotal?: (count: number) => string;
}

/** The rows of all loaded pages, and the button for the next one. */
export function PagedTable<Row>({ query, none, lines, describeTotal, ...table }: PagedProps<Row>): ReactNode {
  const { data } = query;
  if (!data) return <NoAnswer query={query} {...(lines && { rows: lines })} />;
  const rows = data.pages.flatMap(({ hits }) => hits);
  if (rows.length === 0) return none;
  const total = data.pages[0]?.total ?? 0;
  return (
    <>
      {describeTotal && <p className="hint">{describeTotal(total)}</p>}
      <RowsTable {...table} rows={rows} isStale={query.isPlaceholderData} />
      <MoreRows query={query} />
    </>
  );
}
