import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePerson } from '../../app/people.queries.js';
import { useAdministrates } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Email } from '../../ui/email.js';
import { PageHead } from '../../ui/page.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { ErrorPage } from '../../ui/error-page.js';
import { Fact, FactList } from '../../ui/facts.js';
import { RelativeTime, Time } from '../../ui/time.js';
import { LoginLinkButton } from './login-link.js';
import { PersonMails } from './person-mails.js';
import { nameRoles, PersonState } from './person-state.js';
import type { ConsolePerson } from './person-types.js';

const route = getRouteApi('/shell/people/$id');

/** A person: a header, and below it the enrollments, profile or access. */
export function PersonPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { data: person, error, refetch } = usePerson(id);
  const canLogIn = useAdministrates('user.login');
  const canWrite = useAdministrates('user.write');
  const canReadLog = useAdministrates('audit.read');
  const above = <Link to="/people">{t('people.title')}</Link>;
  if (error && !person)
    return (
      <ErrorPage
        title={t('people.numbered', { id: String(id) })}
        above={above}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!person) return <SkeletonRows isPage />;
  const isOpen = !person.closed_time;
  return (
    <>
      <PageHead
        title={person.full_name}
        above={above}
        actions={
          <>
            {canReadLog && (
              <Link to="/audit" search={{ about_user_id: id }} className="button button-plain">
                {t('audit.title')}
              </Link>
            )}
            {canWrite && isOpen && <PersonMails person={person} />}
            {canLogIn && isOpen && person.status && <LoginLinkButton person={person} />}
          </>
        }
      >
        <Facts person={person} />
      </PageHead>
      <ScrollingNav className="tabs" label={person.full_name}>
        <Link to="/people/$id" params={{ id }} activeOptions={{ exact: true, includeSearch: false }}>
          {t('enrollments.title')}
        </Link>
        <Link to="/people/$id/profile" params={{ id }}>
          {t('people.profile')}
        </Link>
        <Link to="/people/$id/access" params={{ id }}>
          {t('people.access')}
        </Link>
      </ScrollingNav>
      <Outlet />
    </>
  );
}

function Facts({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  return (
    <FactList>
      <Fact name={t('people.status')}>
        <PersonState person={person} />
      </Fact>
      <Fact name={t('people.email')}>
        <Email address={person.email} />
      </Fact>
      <Fact name={t('people.roles')}>{nameRoles(person.roles, t)}</Fact>
      <Fact name={t('people.lastLogin')}>
        {person.last_login_time ? <RelativeTime value={person.last_login_time} /> : t('ui.never')}
      </Fact>
      <Fact name={t(person.closed_time ? 'people.closed' : 'people.created')}>
        <Time value={person.closed_time ?? person.created_time} />
      </Fact>
      <Fact name={t('ui.number')}>
        <span className="number">{person.id}</span>
      </Fact>
    </FactList>
  );
}
