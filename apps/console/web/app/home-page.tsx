import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { PageHead } from '../ui/page.js';
import { listMenuEntries } from './menu.js';
import { useSignedIn } from './session-context.js';

/** The first page that this person can read, or why there is none. */
export function HomePage(): ReactNode {
  const { t } = useTexts();
  const first = listMenuEntries(useSignedIn())[0];
  if (first) return <Navigate to={first.path} replace />;
  return (
    <PageHead title={t('home.nothing')}>
      <p className="state-text">{t('home.why')}</p>
    </PageHead>
  );
}
