import type { ReactNode } from 'react';
import { numberFormat } from '../../texts/intl-formats.js';
import { useTexts } from '../../texts/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { formatDay } from '../../ui/day.js';
import type { EnrollmentStatusName } from './enrollments-search.js';
import type { ConsoleEnrollment } from './enrollments.queries.js';

const tones: Record<EnrollmentStatusName, Tone> = {
  'not-started': 'off',
  'in-progress': 'busy',
  completed: 'good',
};

/** The status of an enrollment, or that it is archived. */
export function EnrollmentState({ enrollment }: { enrollment: ConsoleEnrollment }): ReactNode {
  const { t } = useTexts();
  const { status, archived_time: archived } = enrollment;
  return (
    <>
      <Badge tone={archived ? 'off' : tones[status]}>{t(`enrollments.status.${status}`)}</Badge>
      {archived && <span className="tag">{t('enrollments.archived')}</span>}
    </>
  );
}

/** `87.5 · passed` */
export function EnrollmentResult({ enrollment }: { enrollment: ConsoleEnrollment }): ReactNode {
  const { t, locale } = useTexts();
  const { result, pass } = enrollment;
  const parts = [
    ...(result === null ? [] : [numberFormat(locale).format(result)]),
    ...(pass === null ? [] : [t(pass ? 'enrollments.passed' : 'enrollments.failed')]),
  ];
  return <span className="number">{parts.join(' · ') || '–'}</span>;
}

/** The due day, marked if it has passed. */
export function DueDay({ enrollment }: { enrollment: ConsoleEnrollment }): ReactNode {
  const { t, locale } = useTexts();
  const { due_date: due, status, archived_time: archived } = enrollment;
  if (!due) return '–';
  const isLate = status !== 'completed' && !archived && new Date(due).getTime() < Date.now();
  return (
    <>
      <time dateTime={due}>{formatDay(due, locale)}</time>
      {isLate && <span className="tag">{t('enrollments.late')}</span>}
    </>
  );
}
