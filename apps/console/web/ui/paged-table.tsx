import type { ReactNode } from 'react';
import type { CatalogueKey } from '../texts/en/index.js';
import { useTexts } from '../texts/texts.js';
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
  /** Texts for the total, and for the number of displayed rows if no page leads to all. */
  counted?: { total: CatalogueKey; narrow?: CatalogueKey };
}

/** The rows of all loaded pages, and the button for the next one. */
export function PagedTable<Row>({ query, none, lines, counted, ...table }: PagedProps<Row>): ReactNode {
  const { t } = useTexts();
  const { data } = query;
  if (!data) return <NoAnswer query={query} {...(lines && { rows: lines })} />;
  const rows = data.pages.flatMap(({ hits }) => hits);
  if (rows.length === 0) return none;
  const total = data.pages[0]?.total ?? 0;
  const narrow = counted?.narrow && rows.length < total && t(counted.narrow, { count: rows.length });
  return (
    <>
      {counted && <p className="hint">{t(counted.total, { count: total })}</p>}
      <RowsTable {...table} rows={rows} isStale={query.isPlaceholderData} />
      <MoreRows query={query} end={narrow && <p className="hint">{narrow}</p>} />
    </>
  );
}
