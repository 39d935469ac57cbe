import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { PrimaryLink } from '../../ui/links.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState, FormError } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import { RecentDeliveries } from './recent-deliveries.js';
import { WebhookState } from './webhook-state.js';
import { WebhooksTabs } from './webhooks-tabs.js';
import { useAllWebhookStatistics, useWebhooks } from './webhooks.queries.js';
import { listEventTypes, type ConsoleWebhook } from './webhook-types.js';

const MAX_WEBHOOKS = 5;

export function WebhooksPage(): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('webhook.write');
  const { data } = useWebhooks();
  const create = canWrite && <PrimaryLink to="/webhooks/new">{t('webhooks.create')}</PrimaryLink>;
  const isFull = (data?.total ?? 0) >= MAX_WEBHOOKS;
  return (
    <>
      <PageHead title={t('webhooks.title')} actions={!isFull && data && data.total > 0 && create}>
        <p className="state-text">{t(isFull ? 'webhooks.full' : 'webhooks.intro')}</p>
      </PageHead>
      <WebhooksTabs />
      <WebhooksList create={create} />
    </>
  );
}

function WebhooksList({ create }: { create: ReactNode }): ReactNode {
  const { t } = useTexts();
  const query = useWebhooks();
  const { data } = query;
  if (!data) return <NoAnswer query={query} rows={3} />;
  if (data.hits.length === 0)
    return (
      <EmptyState title={t('webhooks.none')} action={create}>
        <p>{t('webhooks.firstStep')}</p>
      </EmptyState>
    );
  const columns = [
    { name: t('ui.address') },
    { name: t('ui.state') },
    { name: t('deliveries.last.24h') },
    { name: t('deliveries.state.waiting') },
    { name: t('form.events') },
    { name: t('webhooks.lastSuccess') },
  ];
  return (
    <>
      <Table caption={t('webhooks.title')} columns={columns}>
        {data.hits.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </Table>
      <StatisticsError />
    </>
  );
}

/** Displayed if only the statistics fail; the list stays. */
function StatisticsError(): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useAllWebhookStatistics();
  if (!error || data) return null;
  return (
    <section className="form" aria-labelledby="last-day">
      <h2 id="last-day">{t('deliveries.last.24h')}</h2>
      <FormError error={error} />
      <div className="actions">
        <Button onPress={() => void refetch()}>{t('ui.tryAgain')}</Button>
      </div>
    </section>
  );
}

function WebhookRow({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t, locale } = useTexts();
  const types = listEventTypes(webhook);
  return (
    <tr>
      <th scope="row">
        <Link to="/webhooks/$id" params={{ id: webhook.id }} className="row-link">
          <Breakable text={webhook.url} />
        </Link>
        {webhook.insecure && <span className="tag">http</span>}
      </th>
      <td data-column={t('ui.state')}>
        <WebhookState webhook={webhook} />
        {webhook.next_try_time && (
          <span className="quiet below">
            {t('webhooks.nextTry')} <RelativeTime value={webhook.next_try_time} isComing />
          </span>
        )}
      </td>
      <td data-column={t('deliveries.last.24h')}>
        <RecentDeliveries webhookId={webhook.id} />
      </td>
      <td data-column={t('deliveries.state.waiting')}>
        {webhook.waiting_count.toLocaleString(locale)}
        {webhook.oldest_waiting_time && (
          <span className="quiet below">
            {t('webhooks.oldest')} <RelativeTime value={webhook.oldest_waiting_time} />
          </span>
        )}
      </td>
      <td data-column={t('form.events')} className="quiet whole-words" title={types.join(', ')}>
        {types.length > 0 ? t('webhooks.eventCount', { count: types.length }) : t('webhooks.noEvents')}
      </td>
      <td data-column={t('webhooks.lastSuccess')} className="quiet moment">
        {webhook.last_success_time ? <RelativeTime value={webhook.last_success_time} /> : t('ui.never')}
      </td>
    </tr>
  );
}
