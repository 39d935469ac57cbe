import type { ReactNode } from 'react';
import { SkeletonRows } from './skeleton.js';
import { ErrorState } from './states.js';

interface NoAnswerProps {
  query: { error: Error | null; refetch: () => unknown };
  rows?: number;
}

/** In place of an answer: why there is none, or that it is on its way. */
export function NoAnswer({ query, rows = 6 }: NoAnswerProps): ReactNode {
  const { error, refetch } = query;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <SkeletonRows rows={rows} />;
}
