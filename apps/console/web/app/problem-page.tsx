import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { useTexts } from '../texts/texts.js';
import { useTitle } from '../ui/page.js';
import { readProblemSearch } from './problem-search.js';
import { ErrorState } from '../ui/states.js';

/** The error of a navigation to the console's server, such as a download or a sign-in. */
export function ProblemPage(): ReactNode {
  const { t } = useTexts();
  useTitle(t('shell.console'));
  // the router leaves parameters that it has not validated in the search
  const { code = 'internal_error', ref } = readProblemSearch(useSearch({ strict: false }));
  return (
    <main className="lone">
      <div className="lone-card">
        <h1>{t('shell.console')}</h1>
        <ErrorState error={new ApiError(0, { error_code: code, ...(ref && { ref }) })} />
        <a className="button button-primary" href="/">
          {t('notFound.home')}
        </a>
      </div>
    </main>
  );
}
