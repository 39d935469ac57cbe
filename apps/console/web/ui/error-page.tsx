import type { ReactNode } from 'react';
import { PageHead } from './page.js';
import { ErrorState } from './states.js';

interface ErrorPageProps {
  title: string;
  /** The way back, as on the page itself. */
  above: ReactNode;
  error: Error;
  onRetry: () => void;
}

/** Takes the place of a page that could not be read: its title and the way back stay. */
export function ErrorPage({ title, above, error, onRetry }: ErrorPageProps): ReactNode {
  return (
    <>
      <PageHead title={title} above={above} />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}
