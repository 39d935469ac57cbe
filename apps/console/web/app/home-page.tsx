import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { PageHead } from '../ui/page.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { listMenuEntries } from './menu.js';
import { pageFiles } from './page-files.js';
import { useAccountAddress, useSignedIn } from './session-context.js';

const OverviewPage = lazy(async () => ({
  default: (await pageFiles.overview()).OverviewPage,
}));

/** The overview, or the first page that this person can read, or the reason why there is none. */
export function HomePage(): ReactNode {
  const { t } = useTexts();
  const first = listMenuEntries(useSignedIn())[0];
  const account = useAccountAddress();
  if (first?.path === '/')
    return (
      <Suspense fallback={<SkeletonRows />}>
        <OverviewPage />
      </Suspense>
    );
  if (first) return <Navigate to={first.path} replace />;
  return (
    <PageHead title={t('home.nothing')}>
      <p className="state-text">{t('home.why')}</p>
      <p>
        <a href={account}>{t('person.account')}</a>
      </p>
    </PageHead>
  );
}
