import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { Button } from './button.js';
import { ErrorState } from './states.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** A button below a list that loads the next rows, if there are any. */
export function MoreButton({ pages }: { pages: Pages }): ReactNode {
  const { t } = useTexts();
  if (!pages.hasNextPage) return null;
  return (
    <div className="actions more">
      <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
        {t('ui.more')}
      </Button>
    </div>
  );
}

/** A query that reads a list page by page. */
export type PagedQuery = Pages & { error: Error | null; refetch: () => unknown };

interface MoreProps {
  query: PagedQuery;
  /** Displayed below the last row. */
  end?: ReactNode;
}

/** The error and the button for more rows, below a list. */
export function MoreRows({ query, end }: MoreProps): ReactNode {
  const { error, refetch, hasNextPage } = query;
  return (
    <>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {hasNextPage ? <MoreButton pages={query} /> : end}
    </>
  );
}
