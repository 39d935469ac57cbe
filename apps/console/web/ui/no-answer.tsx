import type { ReactNode } from 'react';
import { SkeletonRows } from './skeleton.js';
import { ErrorState } from './states.js';

interface NoAnswerProps {
  query: { error: Error | null; refetch: () => unknown };
  rows?: number;
}

/** Displayed instead of the data of a query: its error, or a skeleton while it is loading. */
export function NoAnswer({ query, rows = 6 }: NoAnswerProps): ReactNode {
  const { error, refetch } = query;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SkeletonRows rows={rows} />;
}
