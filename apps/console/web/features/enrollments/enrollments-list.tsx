import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { hasFilters } from '../../ui/filters.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { RelativeTime } from '../../ui/time.js';
import { DueDay, EnrollmentResult, EnrollmentState } from './enrollment-state.js';
import type { EnrollmentsSearch } from './enrollments-search.js';
import { useEnrollments, type ConsoleEnrollment } from './enrollments.queries.js';

interface ListProps {
  search: EnrollmentsSearch;
  /** Whether to omit the person, on the person's page. */
  isOfPerson?: boolean;
  onClear?: () => void;
  enroll: ReactNode;
}

/** Enrollments, last changed first. */
export function EnrollmentsList({ search, isOfPerson = false, onClear, enroll }: ListProps): ReactNode {
  const { t } = useTexts();
  const isFiltered = onClear && hasFilters(search);
  return (
    <PagedTable
      query={useEnrollments(search)}
      none={
        <EmptyState
          title={t(isFiltered ? 'enrollments.noMatch' : 'enrollments.none')}
          action={isFiltered ? <Button onPress={onClear}>{t('ui.clear')}</Button> : enroll}
        />
      }
      counted={{ total: 'enrollments.total', narrow: 'enrollments.narrow' }}
      caption={t('enrollments.title')}
      toKey={({ id }) => id}
      columns={[
        {
          name: t('enrollments.content'),
          cell: ({ id, lo, lo_id: loId }) => (
            <Link to="/enrollments/$id" params={{ id }} className="row-link">
              {lo?.title ?? t('enrollments.numbered', { id: String(loId) })}
            </Link>
          ),
          below: ({ lo }) => lo && t(`content.type.${lo.type}`),
        },
        ...(isOfPerson
          ? []
          : [
              {
                name: t('ui.person'),
                cell: ({ user, user_id: id }: ConsoleEnrollment) => (
                  <>
                    <Link to="/people/$id" params={{ id }} className="row-link">
                      {user?.full_name ?? t('people.numbered', { id: String(id) })}
                    </Link>
                    {user && (
                      <span className="quiet below enrolled-mail">
                        <Email address={user.email} />
                      </span>
                    )}
                  </>
                ),
              },
            ]),
        { name: t('ui.state'), cell: (enrollment) => <EnrollmentState enrollment={enrollment} /> },
        {
          name: t('enrollments.field.result'),
          cell: (enrollment) => <EnrollmentResult enrollment={enrollment} />,
        },
        {
          name: t('enrollments.field.due_date'),
          className: 'quiet moment',
          cell: (enrollment) => <DueDay enrollment={enrollment} />,
        },
        {
          name: t('ui.changed'),
          className: 'quiet moment',
          cell: ({ updated_time: time }) => <RelativeTime value={time} />,
        },
      ]}
    />
  );
}
