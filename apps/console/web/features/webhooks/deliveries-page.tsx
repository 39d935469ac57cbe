import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { hasFilters } from '../../ui/filters.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time, useZone } from '../../ui/time.js';
import { AttemptAnswer } from './attempt-answer.js';
import { DeliveryFilters } from './delivery-filters.js';
import type { DeliveriesSearch } from './deliveries-search.js';
import { useDeliveries } from './deliveries.queries.js';
import { DeliveryState } from './webhook-state.js';
import type { ConsoleDelivery } from './webhook-types.js';

const route = getRouteApi('/shell/webhooks/$id/');

/** Deliveries of a webhook: the filters stand in the address. */
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

interface ListProps {
  webhookId: number;
  search: DeliveriesSearch;
  onClear: () => void;
}

function DeliveriesList({ webhookId, search, onClear }: ListProps): ReactNode {
  const { t } = useTexts();
  const zone = useZone();
  const query = useDeliveries(webhookId, search);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const hits = data.pages.flatMap((page) => page.hits);
  const more = query.hasNextPage && (
    <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
      {t(hits.length > 0 ? 'ui.more' : 'deliveries.further')}
    </Button>
  );
  if (hits.length === 0) return <NoDeliveries search={search} onClear={onClear} more={more} />;
  const columns = [
    { name: t('ui.event') },
    { name: t('ui.state') },
    { name: t('deliveries.answer') },
    { name: t('deliveries.tries'), isNumber: true },
    { name: t('ui.timeIn', { zone }), isNumber: true },
  ];
  return (
    <>
      <Table caption={t('deliveries.title')} columns={columns} isStale={query.isPlaceholderData}>
        {hits.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </Table>
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {more && <div className="actions more">{more}</div>}
    </>
  );
}

interface NoneProps {
  search: DeliveriesSearch;
  onClear: () => void;
  more: ReactNode;
}

function NoDeliveries({ search, onClear, more }: NoneProps): ReactNode {
  const { t } = useTexts();
  if (!hasFilters(search)) {
    return (
      <EmptyState title={t('deliveries.none')} action={more}>
        <p>{t('deliveries.firstStep')}</p>
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

function DeliveryRow({ webhookId, delivery }: { webhookId: number; delivery: ConsoleDelivery }): ReactNode {
  const { t } = useTexts();
  const last = delivery.attempts.at(-1);
  return (
    <tr>
      <th scope="row">
        <Link
          to="/webhooks/$id/deliveries/$delivery"
          params={{ id: webhookId, delivery: delivery.id }}
          className="row-link code"
        >
          {delivery.type}
        </Link>
        <span className="quiet code below">{delivery.event_id}</span>
      </th>
      <td data-column={t('ui.state')}>
        <DeliveryState state={delivery.state} />
      </td>
      <td data-column={t('deliveries.answer')}>
        <AttemptAnswer status={last?.status ?? null} error={last?.error ?? null} />
      </td>
      <td data-column={t('deliveries.tries')} className="number">
        {delivery.tries}
      </td>
      <td data-column={t('delivery.queued')} className="quiet number">
        <Time value={delivery.created_time} withZone={false} />
      </td>
    </tr>
  );
}
