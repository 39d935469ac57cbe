import type { ReactNode } from 'react';
import { ChartFrame } from '../../charts/chart-frame.js';
import { Lines } from '../../charts/lines.js';
import { dateFormat } from '../../texts/intl-formats.js';
import { useTexts } from '../../texts/texts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { Table } from '../../ui/table.js';
import { MenuLink } from './card.js';
import { useEnrollmentDays } from './overview.queries.js';

/** Enrollments and completions of the last thirty days. */
export function EnrollmentsCard(): ReactNode {
  const { t, locale } = useTexts();
  const query = useEnrollmentDays();
  const { data } = query;
  if (!data)
    return (
      <section className="card card-wide" aria-labelledby="enrollments">
        <h2 id="enrollments">{t('overview.enrollments')}</h2>
        <NoAnswer query={query} rows={4} />
      </section>
    );
  const days = data.hits;
  const sum = (name: 'created' | 'completed') => days.reduce((total, day) => total + day[name], 0);
  const format = (value: number) => value.toLocaleString(locale);
  const formatDay = (time: string) =>
    dateFormat(locale, { day: 'numeric', month: 'short' }).format(new Date(time));
  const series = [
    { name: t('overview.created'), look: 'series-line', values: days.map((day) => day.created) },
    { name: t('overview.completed'), look: 'series-line-second', values: days.map((day) => day.completed) },
  ];
  const summary = t('overview.enrollmentsSummary', { created: sum('created'), completed: sum('completed') });
  const columns = [
    { name: t('overview.day') },
    { name: t('overview.created'), isNumber: true },
    { name: t('overview.completed'), isNumber: true },
  ];
  const table = (
    <Table caption={t('overview.enrollments')} columns={columns}>
      {days.map(({ time, created, completed }) => (
        <tr key={time}>
          <th scope="row">{formatDay(time)}</th>
          <td data-column={t('overview.created')} className="number">
            {format(created)}
          </td>
          <td data-column={t('overview.completed')} className="number">
            {format(completed)}
          </td>
        </tr>
      ))}
    </Table>
  );
  return (
    <div className="card-wide">
      <ChartFrame
        title={t('overview.enrollments')}
        summary={summary}
        table={table}
        legend={series}
        link={<MenuLink path="/enrollments" />}
      >
        <Lines
          label={summary}
          times={days.map(({ time }) => time)}
          series={series}
          formatX={formatDay}
          formatY={format}
        />
      </ChartFrame>
    </div>
  );
}
