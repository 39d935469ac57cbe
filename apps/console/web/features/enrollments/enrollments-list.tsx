import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { hasFilters } from '../../ui/filters.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import { DueDay, EnrollmentResult, EnrollmentState } from './enrollment-state.js';
import type { EnrollmentsSearch } from './enrollments-search.js';
import { useEnrollments, type ConsoleEnrollment } from './enrollments.queries.js';

interface ListProps {
  search: EnrollmentsSearch;
  /** On the page of a person, no row names them. */
  isOfPerson?: boolean;
  onClear?: () => void;
  enroll: ReactNode;
}

/** Enrollments, last changed first. */
export function EnrollmentsList({ search, isOfPerson = false, onClear, enroll }: ListProps): ReactNode {
  const { t } = useTexts();
  const query = useEnrollments(search);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const hits = data.pages.flatMap((page) => page.hits);
  const total = data.pages[0]!.total;
  if (hits.length === 0) {
    const isFiltered = onClear && hasFilters(search);
    return (
      <EmptyState
        title={t(isFiltered ? 'enrollments.noMatch' : 'enrollments.none')}
        action={isFiltered ? <Button onPress={onClear}>{t('ui.clear')}</Button> : enroll}
      />
    );
  }
  const columns = [
    { name: t('enrollments.content') },
    ...(isOfPerson ? [] : [{ name: t('ui.person') }]),
    { name: t('ui.state') },
    { name: t('enrollments.field.result') },
    { name: t('enrollments.field.due_date') },
    { name: t('ui.changed') },
  ];
  return (
    <>
      <p className="hint">{t('enrollments.total', { count: total })}</p>
      <Table caption={t('enrollments.title')} columns={columns} isStale={query.isPlaceholderData}>
        {hits.map((enrollment) => (
          <EnrollmentRow key={enrollment.id} enrollment={enrollment} isOfPerson={isOfPerson} />
        ))}
      </Table>
      <MoreRows
        query={query}
        end={hits.length < total && <p className="hint">{t('enrollments.narrow', { count: hits.length })}</p>}
      />
    </>
  );
}

interface RowProps {
  enrollment: ConsoleEnrollment;
  isOfPerson: boolean;
}

function EnrollmentRow({ enrollment, isOfPerson }: RowProps): ReactNode {
  const { t } = useTexts();
  const { id, lo, lo_id: loId, user, user_id: userId, updated_time: updated } = enrollment;
  return (
    <tr>
      <th scope="row">
        <Link to="/enrollments/$id" params={{ id }} className="row-link">
          {lo?.title ?? t('enrollments.numbered', { id: String(loId) })}
        </Link>
        {lo && <span className="quiet below">{t(`content.type.${lo.type}`)}</span>}
      </th>
      {!isOfPerson && (
        <td data-column={t('ui.person')}>
          <Link to="/people/$id" params={{ id: userId }} className="row-link">
            {user?.full_name ?? t('people.numbered', { id: String(userId) })}
          </Link>
          {user && (
            <span className="quiet below enrolled-mail">
              <Email address={user.email} />
            </span>
          )}
        </td>
      )}
      <td data-column={t('ui.state')}>
        <EnrollmentState enrollment={enrollment} />
      </td>
      <td data-column={t('enrollments.field.result')}>
        <EnrollmentResult enrollment={enrollment} />
      </td>
      <td data-column={t('enrollments.field.due_date')} className="quiet moment">
        <DueDay enrollment={enrollment} />
      </td>
      <td data-column={t('ui.changed')} className="quiet moment">
        <RelativeTime value={updated} />
      </td>
    </tr>
  );
}
