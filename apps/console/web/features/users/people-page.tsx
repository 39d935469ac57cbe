import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdministrates, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { Filters, hasFilters, withFilter } from '../../ui/filters.js';
import { PrimaryLink } from '../../ui/links.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { exportAddress } from '../../ui/search-params.js';
import { Table } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import { WordField } from '../../ui/word-field.js';
import { nameRoles, PersonState } from './person-state.js';
import { personStatusNames, roleWordNames, toPeopleQuery, type PeopleSearch } from './users-search.js';
import { usePeopleList, type ConsolePerson } from './users.queries.js';

const route = getRouteApi('/shell/people');

/** Everybody in the portal: search and filters stand in the address. */
export function PeoplePage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isAdministrator = useSignedIn().roles.includes('Administrator');
  const canWrite = useAdministrates('user.write');
  const invite = canWrite && <PrimaryLink to="/people/new">{t('people.invite')}</PrimaryLink>;
  const change = (filters: PeopleSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <PageHead
        title={t('people.title')}
        actions={
          <>
            {isAdministrator && (
              <a
                className="button button-plain"
                href={exportAddress('/v2/users', toPeopleQuery(search))}
                download
              >
                {t('ui.export')}
              </a>
            )}
            {invite}
          </>
        }
      />
      <PeopleFilters search={search} onChange={change} />
      <PeopleList search={search} onClear={() => change({})} invite={invite} />
    </>
  );
}

interface FiltersProps {
  search: PeopleSearch;
  onChange: (search: PeopleSearch) => void;
}

function PeopleFilters({ search, onChange }: FiltersProps): ReactNode {
  const { t } = useTexts();
  const set = (name: keyof PeopleSearch, value: string | undefined) =>
    onChange(withFilter(search, name, value));
  return (
    <Filters label={t('people.filters')} onClear={hasFilters(search) ? () => onChange({}) : undefined}>
      <div className="people-search">
        <WordField
          label={t('people.search')}
          placeholder={t('people.searchHint')}
          value={search.q ?? ''}
          onChange={(text) => set('q', text)}
        />
      </div>
      <OptionalChoice
        label={t('people.status')}
        none={t('people.status.open')}
        choices={personStatusNames.map((id) => ({ id, name: t(`people.status.${id}`) }))}
        value={search.status}
        onChange={(id) => set('status', id)}
      />
      <OptionalChoice
        label={t('people.roles')}
        choices={roleWordNames.map((id) => ({ id, name: t(`people.role.${id}`) }))}
        value={search.role}
        onChange={(id) => set('role', id)}
      />
    </Filters>
  );
}

interface ListProps {
  search: PeopleSearch;
  onClear: () => void;
  invite: ReactNode;
}

function PeopleList({ search, onClear, invite }: ListProps): ReactNode {
  const { t } = useTexts();
  const query = usePeopleList(search);
  const { data } = query;
  if (!data) return <NoAnswer query={query} />;
  const hits = data.pages.flatMap((page) => page.hits);
  const total = data.pages[0]!.total;
  if (hits.length === 0) {
    if (!hasFilters(search)) return <EmptyState title={t('people.none')} action={invite} />;
    return (
      <EmptyState title={t('people.noMatch')} action={<Button onPress={onClear}>{t('ui.clear')}</Button>}>
        <p>{t('people.beginnings')}</p>
      </EmptyState>
    );
  }
  const columns = [
    { name: t('people.name') },
    { name: t('people.status') },
    { name: t('people.roles') },
    { name: search.status === 'closed' ? t('people.closed') : t('people.lastLogin') },
  ];
  return (
    <>
      <p className="hint">{t('people.total', { count: total })}</p>
      <Table caption={t('people.title')} columns={columns} isStale={query.isPlaceholderData}>
        {hits.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </Table>
      <MoreRows
        query={query}
        end={hits.length < total && <p className="hint">{t('people.narrow', { count: hits.length })}</p>}
      />
    </>
  );
}

function PersonRow({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  const time = person.closed_time ?? person.last_login_time;
  return (
    <tr>
      <th scope="row">
        <Link to="/people/$id" params={{ id: person.id }} className="row-link">
          {person.full_name}
        </Link>
        <span className="quiet below">
          <Email address={person.email} />
        </span>
      </th>
      <td data-column={t('people.status')}>
        <PersonState person={person} />
      </td>
      <td data-column={t('people.roles')} className="quiet">
        {nameRoles(person.roles, t)}
      </td>
      <td data-column={t(person.closed_time ? 'people.closed' : 'people.lastLogin')} className="quiet moment">
        {time ? <RelativeTime value={time} /> : t('ui.never')}
      </td>
    </tr>
  );
}
