import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { useTitle } from '../ui/page.js';
import { signInAddress } from './sign-in-address.js';

/** Does not redirect by itself: its button leads to the sign-in, which returns to this URL. */
export function SignInPage(): ReactNode {
  const { t } = useTexts();
  useTitle(t('shell.console'));
  const failure = useSearch({ strict: false, select: (search) => search.sign_in });
  const page = failure ? '/' : location.pathname + location.search;
  return (
    <main className="lone">
      <div className="lone-card">
        <h1>{t('shell.console')}</h1>
        <p>{t('signIn.text')}</p>
        {failure && (
          <p role="alert" className="form-error">
            {t(`signIn.${failure}`)}
          </p>
        )}
        <a className="button button-primary" href={signInAddress(page)}>
          {t('signIn.button')}
        </a>
      </div>
    </main>
  );
}
