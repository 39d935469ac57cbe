import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { SelectField } from '../../ui/fields.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { EmptyState } from '../../ui/states.js';
import { RowsTable } from '../../ui/table.js';
import { DeliveriesChart, LatencyChart } from './statistics-charts.js';
import { periods, toSeries, type Period } from './statistics-search.js';
import { addCounts, sumBuckets } from './statistics-sums.js';
import { deliveryErrorNames, statusClassNames, type WebhookHour } from './webhook-types.js';
import { useStatistics } from './webhooks.queries.js';

const route = getRouteApi('/shell/webhooks/$id/statistics');

/** The results of deliveries in a period, and the receiver's latency. */
export function StatisticsPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { period = '24h' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useMemo(() => toSeries(period, Math.floor(Date.now() / 1_000)), [period]);
  const statistics = useStatistics(id, query);
  const { data, isPlaceholderData } = statistics;
  return (
    <>
      <div className="filters">
        <SelectField
          label={t('statistics.period')}
          choices={periods.map((name) => ({ id: name, name: t(`statistics.period.${name}`) }))}
          value={period}
          onChange={(name) => void navigate({ search: { period: name as Period }, replace: true })}
        />
      </div>
      {!data && <NoAnswer query={statistics} />}
      {data && sumBuckets(data.hits).attempts === 0 && (
        <EmptyState title={t('statistics.none')}>
          <p>{t('statistics.noneText')}</p>
        </EmptyState>
      )}
      {data && sumBuckets(data.hits).attempts > 0 && (
        <div className={isPlaceholderData ? 'table-stale' : undefined}>
          <DeliveriesChart hours={data.hits} interval={query.interval} />
          <LatencyChart hours={data.hits} interval={query.interval} />
          <Answers webhookId={id} hours={data.hits} />
        </div>
      )}
    </>
  );
}

interface AnswersProps {
  webhookId: number;
  hours: readonly WebhookHour[];
}

/** Attempts by class of status or by reason; each links to its deliveries. */
function Answers({ webhookId, hours }: AnswersProps): ReactNode {
  const { t, locale } = useTexts();
  const classes = Object.entries(addCounts(hours.map((hour) => hour.status_classes))).filter(
    ([name, count]) => name !== 'none' && count > 0,
  );
  const errors = Object.entries(addCounts(hours.map((hour) => hour.errors))).filter(([, count]) => count > 0);
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">{t('statistics.answers')}</h2>
      <RowsTable
        caption={t('statistics.answers')}
        rows={[...classes, ...errors]}
        toKey={([name]) => name}
        columns={[
          {
            name: t('deliveries.answer'),
            cell: ([name]) => <AnswerLink webhookId={webhookId} name={name} />,
          },
          {
            name: t('statistics.attempts'),
            isNumber: true,
            cell: ([, count]) => count.toLocaleString(locale),
          },
        ]}
      />
    </section>
  );
}

interface AnswerLinkProps {
  webhookId: number;
  /** A class of statuses, or the reason why there was none. */
  name: string;
}

/** An error without a text is displayed as it is. */
function AnswerLink({ webhookId, name }: AnswerLinkProps): ReactNode {
  const { t } = useTexts();
  const error = deliveryErrorNames.find((one) => one === name);
  if (!error && !statusClassNames.some((one) => one === name)) return name;
  return (
    <Link to="/webhooks/$id" params={{ id: webhookId }} search={error ? { error } : { status: name }}>
      {error ? t(`deliveries.error.${error}`) : name}
    </Link>
  );
}
