import type { ReactNode } from 'react';
import { Bars } from '../../charts/bars.js';
import { ChartFrame } from '../../charts/chart-frame.js';
import { Lines } from '../../charts/lines.js';
import { dateFormat } from '../../texts/intl-formats.js';
import { useTexts } from '../../texts/texts.js';
import { formatDuration } from '../../ui/format.js';
import { Table } from '../../ui/table.js';
import { useZone } from '../../ui/time.js';
import { successRate, sumBuckets } from './statistics-sums.js';
import type { WebhookHour } from './webhook-types.js';

interface ChartProps {
  hours: readonly WebhookHour[];
  interval: 'hour' | 'day';
}

function useTimeFormat(interval: 'hour' | 'day', isLong = false): (time: string) => string {
  const { locale } = useTexts();
  const format = dateFormat(locale, {
    ...((interval === 'day' || isLong) && { day: 'numeric', month: 'short' }),
    ...(interval === 'hour' && { hour: '2-digit', minute: '2-digit' }),
  });
  return (time) => format.format(new Date(time));
}

/** Delivered and failed deliveries. */
export function DeliveriesChart({ hours, interval }: ChartProps): ReactNode {
  const { t, locale } = useTexts();
  const zone = useZone();
  const formatX = useTimeFormat(interval, hours.length > 24);
  const formatLong = useTimeFormat(interval, true);
  const sum = sumBuckets(hours);
  const rate = successRate(sum);
  const summary = t(rate === undefined ? 'statistics.noEnd' : 'statistics.summary', {
    count: sum.delivered,
    failed: sum.failed,
    rate: (rate ?? 0).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 }),
  });
  const series = [
    {
      name: t('deliveries.state.delivered'),
      look: 'series-good',
      values: hours.map((hour) => hour.delivered),
    },
    { name: t('deliveries.state.failed'), look: 'series-bad', values: hours.map((hour) => hour.failed) },
  ];
  const table = (
    <Table
      caption={t('deliveries.title')}
      columns={[
        { name: t('statistics.time', { zone }) },
        ...series.map(({ name }) => ({ name, isNumber: true })),
        { name: t('statistics.attempts'), isNumber: true },
      ]}
    >
      {hours.map((hour) => (
        <tr key={hour.time}>
          <th scope="row">{formatLong(hour.time)}</th>
          <td className="number" data-column={series[0]!.name}>
            {hour.delivered.toLocaleString(locale)}
          </td>
          <td className="number" data-column={series[1]!.name}>
            {hour.failed.toLocaleString(locale)}
          </td>
          <td className="number" data-column={t('statistics.attempts')}>
            {hour.attempts.toLocaleString(locale)}
          </td>
        </tr>
      ))}
    </Table>
  );
  return (
    <ChartFrame title={t('deliveries.title')} summary={summary} table={table} legend={series}>
      <Bars
        label={summary}
        times={hours.map(({ time }) => time)}
        series={series}
        formatX={formatX}
        formatY={(value) => value.toLocaleString(locale)}
      />
    </ChartFrame>
  );
}

const largest = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

/** How long the receiver took to answer. */
export function LatencyChart({ hours, interval }: ChartProps): ReactNode {
  const { t, locale } = useTexts();
  const zone = useZone();
  const formatX = useTimeFormat(interval, hours.length > 24);
  const formatLong = useTimeFormat(interval, true);
  const series = [
    { name: t('statistics.p50'), look: 'series-line', values: hours.map((hour) => hour.p50_ms) },
    { name: t('statistics.p95'), look: 'series-line-second', values: hours.map((hour) => hour.p95_ms) },
  ];
  const formatY = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms, locale));
  const summary = t('statistics.slowest', { duration: formatY(largest(series[1]!.values)) });
  const table = (
    <Table
      caption={t('statistics.latency')}
      columns={[
        { name: t('statistics.time', { zone }) },
        ...series.map(({ name }) => ({ name, isNumber: true })),
      ]}
    >
      {hours.map((hour, index) => (
        <tr key={hour.time}>
          <th scope="row">{formatLong(hour.time)}</th>
          {series.map(({ name, values }) => (
            <td key={name} className="number" data-column={name}>
              {formatY(values[index] ?? null)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
  return (
    <ChartFrame title={t('statistics.latency')} summary={summary} table={table} legend={series}>
      <Lines
        label={summary}
        times={hours.map(({ time }) => time)}
        series={series}
        formatX={formatX}
        formatY={formatY}
      />
    </ChartFrame>
  );
}
