import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { clearFilters, hasFilters } from '../../ui/filters.js';
import { PagedTable } from '../../ui/paged-table.js';
import { EmptyState } from '../../ui/states.js';
import { RelativeTime } from '../../ui/time.js';
import { DueDay, EnrollmentResult, EnrollmentState } from './enrollment-state.js';
import {
  INITIAL_ENROLLMENTS_SORT,
  readEnrollmentsSearch,
  type EnrollmentsSearch,
} from './enrollments-search.js';
import { useEnrollments, type ConsoleEnrollment } from './enrollments.queries.js';

interface ListProps {
  search: EnrollmentsSearch;
  /** Whether to omit the person, on the person's page. */
  isOfPerson?: boolean;
  /** Absent if the search is fixed. */
  onChange?: (search: EnrollmentsSearch) => void;
  enroll: ReactNode;
}

/** Enrollments, last changed first unless another order is chosen. */
export function EnrollmentsList({ search, isOfPerson = false, onChange, enroll }: ListProps): ReactNode {
  const { t } = useTexts();
  const isFiltered = onChange && hasFilters(search);
  const sorted = onChange && {
    sorting: {
      value: search.sort,
      initial: INITIAL_ENROLLMENTS_SORT,
      onChange: (sort: string | undefined) => onChange(readEnrollmentsSearch({ ...search, sort })),
    },
  };
  return (
    <PagedTable
      query={useEnrollments(search)}
      none={
        <EmptyState
          title={t(isFiltered ? 'enrollments.noMatch' : 'enrollments.none')}
          action={
            isFiltered ? (
              <Button onPress={() => onChange(clearFilters(search))}>{t('ui.clear')}</Button>
            ) : (
              enroll
            )
          }
        />
      }
      counted={{ total: 'enrollments.total' }}
      {...sorted}
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
        {
          name: t('ui.state'),
          sortKey: 'status',
          cell: (enrollment) => <EnrollmentState enrollment={enrollment} />,
        },
        {
          name: t('enrollments.field.result'),
          cell: (enrollment) => <EnrollmentResult enrollment={enrollment} />,
        },
        {
          name: t('enrollments.field.due_date'),
          ...(!search.history && { sortKey: 'due_date' }),
          className: 'quiet moment',
          cell: (enrollment) => <DueDay enrollment={enrollment} />,
        },
        {
          name: t('ui.changed'),
          sortKey: 'updated_time',
          className: 'quiet moment',
          cell: ({ updated_time: time }) => <RelativeTime value={time} />,
        },
      ]}
    />
  );
}
