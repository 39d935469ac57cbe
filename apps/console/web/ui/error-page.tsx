import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { useTexts } from '../texts/texts.js';
import { PageHead } from './page.js';
import { ErrorState } from './states.js';

interface ErrorPageProps {
  title: string;
  /** The link back, as on the page itself. */
  above: ReactNode;
  error: Error;
  onRetry: () => void;
}

/** Replaces a page whose data could not be read, with its title and the link back; or says that nothing has this id. */
export function ErrorPage({ title, above, error, onRetry }: ErrorPageProps): ReactNode {
  const { t } = useTexts();
  if (error instanceof ApiError && error.status === 404)
    return (
      <PageHead title={t('notFound.title')} above={above}>
        <p className="state-text">{t('notFound.object')}</p>
      </PageHead>
    );
  return (
    <>
      <PageHead title={title} above={above} />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}
