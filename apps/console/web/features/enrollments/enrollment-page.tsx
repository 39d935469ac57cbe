import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Email } from '../../ui/email.js';
import { PageHead } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { ErrorPage } from '../../ui/error-page.js';
import { Fact, FactList } from '../../ui/facts.js';
import { Time } from '../../ui/time.js';
import { ArchiveSection } from './archive-section.js';
import { DueDay, EnrollmentResult, EnrollmentState } from './enrollment-state.js';
import { GradeForm } from './grade-form.js';
import { useEnrollment, type ConsoleEnrollmentDetail } from './enrollments.queries.js';

const route = getRouteApi('/shell/enrollments/$id');

/** An enrollment: its progress, its grade, and archiving. */
export function EnrollmentPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const canWrite = useHasScope('enrollment.write');
  const { data: enrollment, error, refetch } = useEnrollment(id);
  const above = <Link to="/enrollments">{t('enrollments.title')}</Link>;
  if (error && !enrollment)
    return (
      <ErrorPage title={t('enrollments.title')} above={above} error={error} onRetry={() => void refetch()} />
    );
  if (!enrollment) return <SkeletonRows isPage />;
  const name = enrollment.user?.full_name ?? t('people.numbered', { id: String(enrollment.user_id) });
  const title = enrollment.lo?.title ?? t('enrollments.numbered', { id: String(enrollment.lo_id) });
  return (
    <>
      <PageHead title={title} above={above}>
        <Facts enrollment={enrollment} name={name} title={title} />
        {enrollment.archived_time && (
          <p className="notice">
            {t(`enrollments.because.${enrollment.archived_because ?? 'deleted'}`)}{' '}
            <Time value={enrollment.archived_time} />
          </p>
        )}
      </PageHead>
      {canWrite && !enrollment.archived_time && (
        <>
          <GradeForm enrollment={enrollment} />
          <ArchiveSection enrollment={enrollment} name={name} title={title} />
        </>
      )}
    </>
  );
}

interface FactsProps {
  enrollment: ConsoleEnrollmentDetail;
  name: string;
  title: string;
}

function Facts({ enrollment, name, title }: FactsProps): ReactNode {
  const { t } = useTexts();
  const { user, user_id: userId, lo_id: loId } = enrollment;
  const times = [
    ['enrollments.created', enrollment.created_time],
    ['enrollments.started', enrollment.start_date],
    ['enrollments.status.completed', enrollment.end_date],
  ] as const;
  return (
    <FactList>
      <Fact name={t('ui.person')}>
        <Link to="/people/$id" params={{ id: userId }}>
          {name}
        </Link>
        {user && (
          <span className="quiet below">
            <Email address={user.email} />
          </span>
        )}
      </Fact>
      <Fact name={t('enrollments.content')}>
        <Link to="/content/$id" params={{ id: loId }}>
          {title}
        </Link>
      </Fact>
      <Fact name={t('ui.state')}>
        <EnrollmentState enrollment={enrollment} />
      </Fact>
      <Fact name={t('enrollments.field.result')}>
        <EnrollmentResult enrollment={enrollment} />
      </Fact>
      <Fact name={t('enrollments.field.due_date')}>
        <DueDay enrollment={enrollment} />
      </Fact>
      {times.map(([key, value]) => (
        <Fact key={key} name={t(key)}>
          {value ? <Time value={value} /> : '–'}
        </Fact>
      ))}
    </FactList>
  );
}
