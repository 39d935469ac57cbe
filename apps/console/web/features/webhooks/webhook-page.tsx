import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { PageHead } from '../../ui/page.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { ErrorPage } from '../../ui/error-page.js';
import { Fact, FactList } from '../../ui/facts.js';
import { RelativeTime } from '../../ui/time.js';
import { ReplayButton } from './replay-dialog.js';
import { TestButton } from './test-dialog.js';
import { WebhookReason, WebhookState } from './webhook-state.js';
import type { ConsoleWebhook } from './webhook-types.js';
import { useWebhook } from './webhooks.queries.js';

const route = getRouteApi('/shell/webhooks/$id');

/** A webhook: its state, and below it deliveries, statistics or settings. */
export function WebhookPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { data: webhook, error, refetch } = useWebhook(id);
  const above = <Link to="/webhooks">{t('webhooks.title')}</Link>;
  if (error && !webhook)
    return (
      <ErrorPage
        title={t('goTo.webhook', { id: String(id) })}
        above={above}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!webhook) return <SkeletonRows isPage />;
  return (
    <>
      <PageHead title={webhook.url} above={above} actions={<Actions webhook={webhook} />}>
        <Facts webhook={webhook} />
        <WebhookReason webhook={webhook} />
      </PageHead>
      <ScrollingNav className="tabs" label={webhook.url}>
        <Link to="/webhooks/$id" params={{ id }} activeOptions={{ exact: true, includeSearch: false }}>
          {t('deliveries.title')}
        </Link>
        <Link to="/webhooks/$id/statistics" params={{ id }}>
          {t('statistics.title')}
        </Link>
        <Link to="/webhooks/$id/settings" params={{ id }}>
          {t('settings.title')}
        </Link>
      </ScrollingNav>
      <Outlet />
    </>
  );
}

function Actions({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  if (!useHasScope('webhook.write')) return null;
  return (
    <>
      <TestButton webhook={webhook} />
      {webhook.enabled && <ReplayButton webhook={webhook} />}
    </>
  );
}

function Facts({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  return (
    <FactList>
      <Fact name={t('ui.state')}>
        <WebhookState webhook={webhook} />
      </Fact>
      <Fact name={t('deliveries.state.waiting')}>
        {t('webhooks.waitingCount', { count: webhook.waiting_count })}
        {webhook.oldest_waiting_time && (
          <span className="quiet">
            {' · '}
            {t('webhooks.oldest')} <RelativeTime value={webhook.oldest_waiting_time} />
          </span>
        )}
      </Fact>
      <Fact name={t('webhooks.lastSuccess')}>
        {webhook.last_success_time ? <RelativeTime value={webhook.last_success_time} /> : t('ui.never')}
      </Fact>
    </FactList>
  );
}
