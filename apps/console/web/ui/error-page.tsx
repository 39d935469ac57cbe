import type { ReactNode } from 'react';
import { PageHead } from './page.js';
import { ErrorState } from './states.js';

interface ErrorPageProps {
  title: string;
  /** The link back, as on the page itself. */
  above: ReactNode;
  error: Error;
  onRetry: () => void;
}

/** Replaces a page whose data could not be read, with its title and the link back. */
export function ErrorPage({ title, above, error, onRetry }: ErrorPageProps): ReactNode {
  return (
    <>
      <PageHead title={title} above={above} />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}
