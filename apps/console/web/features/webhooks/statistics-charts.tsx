import type { ReactNode } from 'react';
import { Bars } from '../../charts/bars.js';
import { Chart } from '../../charts/chart.js';
import { Lines } from '../../charts/lines.js';
import { dateFormat } from '../../texts/intl-formats.js';
import { useTexts } from '../../texts/texts.js';
import { formatDuration } from '../../ui/format.js';
import { replacedZone } from '../../ui/series-zone.js';
import { useZone } from '../../ui/time.js';
import { describeDeliveries } from './statistics-sums.js';
import type { WebhookHour } from './webhook-types.js';

interface ChartProps {
  hours: readonly WebhookHour[];
  interval: 'hour' | 'day';
}

/** The times of a series, for a plot and for its table. */
function useTimes({ hours, interval }: ChartProps) {
  const { t, locale } = useTexts();
  const ownZone = useZone();
  const times = hours.map(({ time }) => time);
  const timeZone = interval === 'day' ? replacedZone(times) : undefined;
  const formatTime = (isLong: boolean) => {
    const format = dateFormat(locale, {
      ...((interval === 'day' || isLong) && { day: 'numeric', month: 'short' }),
      ...(interval === 'hour' && { hour: '2-digit', minute: '2-digit' }),
      ...(timeZone && { timeZone }),
    });
    return (time: string) => format.format(new Date(time));
  };
  return {
    times,
    timeName: t('ui.timeIn', { zone: timeZone ?? ownZone }),
    addZone: (summary: string) => (timeZone ? `${summary} ${t('chart.utcDays')}` : summary),
    formatX: formatTime(hours.length > 24),
    formatLong: formatTime(true),
  };
}

/** Delivered and failed deliveries. */
export function DeliveriesChart(props: ChartProps): ReactNode {
  const words = useTexts();
  const { t, locale } = words;
  const { summary, series } = describeDeliveries(props.hours, words);
  const { addZone, ...times } = useTimes(props);
  return (
    <Chart
      title={t('deliveries.title')}
      summary={addZone(summary)}
      plot={Bars}
      series={series}
      more={[{ name: t('statistics.attempts'), values: props.hours.map(({ attempts }) => attempts) }]}
      {...times}
      formatY={(value) => value.toLocaleString(locale)}
    />
  );
}

const largest = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

/** How long the receiver took to answer. */
export function LatencyChart(props: ChartProps): ReactNode {
  const { t, locale } = useTexts();
  const { addZone, ...times } = useTimes(props);
  const slow = props.hours.map((hour) => hour.p95_ms);
  const series = [
    { name: t('statistics.p50'), look: 'series-line', values: props.hours.map((hour) => hour.p50_ms) },
    { name: t('statistics.p95'), look: 'series-line-second', values: slow },
  ];
  const formatY = (ms: number): string => formatDuration(ms, locale);
  return (
    <Chart
      title={t('statistics.latency')}
      summary={addZone(t('statistics.slowest', { duration: formatY(largest(slow)) }))}
      plot={Lines}
      series={series}
      {...times}
      formatY={formatY}
    />
  );
}
