import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePerson } from '../../app/people.queries.js';
import { useHasScope } from '../../app/session-context.js';
import { EnrollButton } from './enroll-dialog.js';
import { EnrollmentsList } from './enrollments-list.js';

const route = getRouteApi('/shell/people/$id/');

/** The enrollments of a person, below their name. */
export function PersonEnrollmentsPage(): ReactNode {
  const { id } = route.useParams();
  const canWrite = useHasScope('enrollment.write');
  const { data: person } = usePerson(id);
  if (!person) return null; // the outer page displays the error
  const enroll = canWrite && !person.closed_time && (
    <EnrollButton person={{ id, name: person.full_name }} look="plain" />
  );
  // a person's history includes archived enrollments
  return (
    <>
      {enroll && <div className="actions">{enroll}</div>}
      <EnrollmentsList search={{ user_id: id, history: 'all' }} isOfPerson enroll={null} />
    </>
  );
}
