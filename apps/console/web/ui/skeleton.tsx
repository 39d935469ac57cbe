import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';

/** Rows to come; they show after 200 ms, so that a fast answer does not flicker. */
export function SkeletonRows({ rows = 6 }: { rows?: number }): ReactNode {
  const { t } = useTexts();
  return (
    <div className="skeletons" aria-busy="true" role="group" aria-label={t('ui.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton skeleton-row" />
      ))}
    </div>
  );
}
