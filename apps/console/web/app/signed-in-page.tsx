import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { reportSignIn } from './sign-in-window.js';

/** The last page of a sign-in in a separate window: it notifies the page that opened it, and closes. */
export function SignedInPage(): ReactNode {
  const { t } = useTexts();
  useEffect(() => {
    reportSignIn();
    window.close();
  }, []);
  return (
    <main className="lone">
      <h1>{t('signedIn.title')}</h1>
      <p>{t('signedIn.text')}</p>
    </main>
  );
}
