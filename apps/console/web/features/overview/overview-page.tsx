import { lazy, Suspense, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { PageHead } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { FirstSteps } from './first-steps.js';
import { GuideLinks } from './guide-links.js';
import { HealthCard } from './health-card.js';
import { LimitsCard } from './limits-card.js';
import { WebhooksCard } from './webhooks-card.js';

/** Loaded separately, because of the plots. */
const EnrollmentsCard = lazy(async () => ({
  default: (await import('./enrollments-card.js')).EnrollmentsCard,
}));

export function OverviewPage(): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <PageHead title={t('overview.title')}>
        <GuideLinks />
      </PageHead>
      <FirstSteps />
      <div className="cards">
        <HealthCard />
        <WebhooksCard />
        <LimitsCard />
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <EnrollmentsCard />
        </Suspense>
      </div>
    </>
  );
}
