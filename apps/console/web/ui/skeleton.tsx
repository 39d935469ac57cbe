import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';

interface SkeletonProps {
  rows?: number;
  /** Adds a bar for the title of a page that has not loaded yet. */
  isPage?: boolean;
}

/** Placeholders for rows; they appear after 200 ms, so that a fast answer does not flicker. */
export function SkeletonRows({ rows = 6, isPage = false }: SkeletonProps): ReactNode {
  const { t } = useTexts();
  return (
    <div
      className={isPage ? 'skeletons skeletons-page' : 'skeletons'}
      aria-busy="true"
      role="group"
      aria-label={t('ui.loading')}
    >
      {isPage && <span className="skeleton skeleton-title" />}
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton skeleton-row" />
      ))}
    </div>
  );
}
