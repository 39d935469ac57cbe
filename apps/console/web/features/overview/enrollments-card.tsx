import type { ReactNode } from 'react';
import { Chart } from '../../charts/chart.js';
import { Lines } from '../../charts/lines.js';
import { dateFormat } from '../../texts/intl-formats.js';
import { useTexts } from '../../texts/texts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { replacedZone } from '../../ui/series-zone.js';
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
  const times = days.map(({ time }) => time);
  const timeZone = replacedZone(times);
  const formatDay = (time: string) =>
    dateFormat(locale, { day: 'numeric', month: 'short', ...(timeZone && { timeZone }) }).format(
      new Date(time),
    );
  const summary = t('overview.enrollmentsSummary', { created: sum('created'), completed: sum('completed') });
  const series = [
    { name: t('overview.created'), look: 'series-line', values: days.map((day) => day.created) },
    { name: t('overview.completed'), look: 'series-line-second', values: days.map((day) => day.completed) },
  ];
  return (
    <div className="card-wide">
      <Chart
        title={t('overview.enrollments')}
        summary={timeZone ? `${summary} ${t('chart.utcDays')}` : summary}
        plot={Lines}
        times={times}
        series={series}
        timeName={t('overview.day')}
        formatX={formatDay}
        formatY={(value) => value.toLocaleString(locale)}
        link={<MenuLink path="/enrollments" />}
      />
    </div>
  );
}
