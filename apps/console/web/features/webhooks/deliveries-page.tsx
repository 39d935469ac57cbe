import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { hasFilters } from '../../ui/filters.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { RowsTable } from '../../ui/table.js';
import { Time, useZone } from '../../ui/time.js';
import { AttemptAnswer } from './attempt-answer.js';
import { DeliveryFilters } from './delivery-filters.js';
import type { DeliveriesSearch } from './deliveries-search.js';
import { useDeliveries } from './deliveries.queries.js';
import { DeliveryState } from './webhook-state.js';
import { WebhooksTabs } from './webhooks-tabs.js';
import { useWebhooks } from './webhooks.queries.js';

const route = getRouteApi('/shell/webhooks/$id/');

/** The deliveries of a webhook; the filters are in the URL. */
export function DeliveriesPage(): ReactNode {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (filters: DeliveriesSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <DeliveryFilters search={search} onChange={change} />
      <DeliveriesList webhookId={id} search={search} onClear={() => change({})} />
    </>
  );
}

const allRoute = getRouteApi('/shell/webhooks/deliveries');

/** The deliveries of all webhooks. */
export function AllDeliveriesPage(): ReactNode {
  const { t } = useTexts();
  const search = allRoute.useSearch();
  const navigate = allRoute.useNavigate();
  const change = (filters: DeliveriesSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <PageHead title={t('deliveries.title')} />
      <WebhooksTabs />
      <DeliveryFilters search={search} onChange={change} />
      <DeliveriesList search={search} onClear={() => change({})} />
    </>
  );
}

interface ListProps {
  /** Undefined: the deliveries of all webhooks. */
  webhookId?: number;
  search: DeliveriesSearch;
  onClear: () => void;
}

function DeliveriesList({ webhookId, search, onClear }: ListProps): ReactNode {
  const { t } = useTexts();
  const zone = useZone();
  const query = useDeliveries(webhookId, search);
  const isAllWebhooks = webhookId === undefined;
  const { data: webhooks } = useWebhooks(isAllWebhooks);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const hits = data.pages.flatMap((page) => page.hits);
  const more = query.hasNextPage && (
    <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
      {t(hits.length > 0 ? 'ui.more' : 'deliveries.further')}
    </Button>
  );
  if (hits.length === 0)
    return <NoDeliveries isAllWebhooks={isAllWebhooks} search={search} onClear={onClear} more={more} />;
  return (
    <>
      <RowsTable
        caption={t('deliveries.title')}
        isStale={query.isPlaceholderData}
        rows={hits}
        toKey={({ webhook_id: webhook, id }) => `${webhook} ${id}`}
        columns={[
          {
            name: t('ui.event'),
            cell: ({ webhook_id: id, id: delivery, type }) => (
              <Link
                to="/webhooks/$id/deliveries/$delivery"
                params={{ id, delivery }}
                className="row-link code"
              >
                {type}
              </Link>
            ),
            // next to the address of the webhook there is no room for it
            below: ({ event_id: event }) => !isAllWebhooks && <span className="code">{event}</span>,
          },
          ...(isAllWebhooks
            ? [
                {
                  name: t('deliveries.webhook'),
                  cell: ({ webhook_id: id }: { webhook_id: number }) => (
                    <Link to="/webhooks/$id" params={{ id }} className="cell-link">
                      <Breakable text={webhooks?.hits.find((one) => one.id === id)?.url ?? String(id)} />
                    </Link>
                  ),
                },
              ]
            : []),
          { name: t('ui.state'), cell: (delivery) => <DeliveryState delivery={delivery} /> },
          {
            name: t('deliveries.answer'),
            cell: ({ attempts }) => {
              const { status = null, error = null } = attempts.at(-1) ?? {};
              return <AttemptAnswer status={status} error={error} />;
            },
          },
          { name: t('deliveries.tries'), isNumber: true, cell: ({ tries }) => tries },
          {
            name: t('ui.timeIn', { zone }),
            phoneName: t('delivery.queued'),
            className: 'quiet',
            isNumber: true,
            cell: ({ created_time: time }) => <Time value={time} withZone={false} />,
          },
        ]}
      />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {more && <div className="actions more">{more}</div>}
    </>
  );
}

interface NoneProps {
  isAllWebhooks: boolean;
  search: DeliveriesSearch;
  onClear: () => void;
  more: ReactNode;
}

function NoDeliveries({ isAllWebhooks, search, onClear, more }: NoneProps): ReactNode {
  const { t } = useTexts();
  if (!hasFilters(search)) {
    return (
      <EmptyState title={t('deliveries.none')} action={more}>
        {!isAllWebhooks && <p>{t('deliveries.firstStep')}</p>}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('deliveries.noMatch')}
      action={
        <>
          <Button onPress={onClear}>{t('ui.clear')}</Button>
          {more}
        </>
      }
    >
      {more && <p>{t('deliveries.looked')}</p>}
    </EmptyState>
  );
}
