import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { NoAnswer } from '../ui/no-answer.js';
import { useTitle } from '../ui/page.js';
import { useSession } from './session.queries.js';

/**
 * The target of another site's link to a sign-in. Without a session, the sign-in begins. Otherwise it could replace the
 * session by one of another person or portal, so the user is asked first.
 */
export function OutsideSignInPage(): ReactNode {
  const { t } = useTexts();
  useTitle(t('shell.console'));
  const query = useSession();
  const address = `/bff/login${location.search}`;
  const isSignedOut = query.data === null;
  useEffect(() => {
    if (isSignedOut) location.replace(address);
  }, [isSignedOut, address]);
  return (
    <main className="lone">
      {query.data ? (
        <div className="lone-card">
          <h1>{t('outside.title')}</h1>
          <p>{t('outside.text', { name: query.data.person.full_name, portal: query.data.portal.name })}</p>
          <a className="button button-primary" href="/">
            {t('outside.stay')}
          </a>
          <a className="button" href={address}>
            {t('outside.go')}
          </a>
        </div>
      ) : (
        <NoAnswer query={query} rows={3} />
      )}
    </main>
  );
}
