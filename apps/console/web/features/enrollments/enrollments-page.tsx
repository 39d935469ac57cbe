import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePerson } from '../../app/people.queries.js';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { exportAddress } from '../../ui/search-params.js';
import { EnrollButton } from './enroll-dialog.js';
import { EnrollmentFilters } from './enrollment-filters.js';
import { EnrollmentsHead } from './enrollments-head.js';
import { EnrollmentsList } from './enrollments-list.js';
import { toEnrollmentsQuery, type EnrollmentsSearch } from './enrollments-search.js';
import { useListedContentTitle } from './enrollments.queries.js';

const route = getRouteApi('/shell/enrollments');

/** The page of the portal's enrollments; its filters are in the URL. */
export function EnrollmentsPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const canWrite = useHasScope('enrollment.write');
  const navigate = route.useNavigate();
  const person = usePerson(search.user_id).data?.full_name;
  const content = useListedContentTitle(search);
  const change = (filters: EnrollmentsSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <EnrollmentsHead
        loId={search.lo_id}
        actions={
          <a
            className="button button-plain"
            href={exportAddress('/v2/enrollments', toEnrollmentsQuery(search))}
            download
          >
            {t('ui.export')}
          </a>
        }
      />
      <EnrollmentFilters search={search} person={person} content={content} onChange={change} />
      <EnrollmentsList search={search} onChange={change} enroll={canWrite && <EnrollButton />} />
    </>
  );
}
