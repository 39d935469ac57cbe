import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Email } from '../../ui/email.js';
import { SelectField } from '../../ui/fields.js';
import { PrimaryLink } from '../../ui/links.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import { WordField } from '../../ui/word-field.js';
import { nameRoles, PersonState } from './person-state.js';
import { peopleExportAddress, personStatusNames, roleWordNames, type PeopleSearch } from './users-search.js';
import { usePeopleList, type ConsolePerson } from './users.queries.js';

const route = getRouteApi('/shell/people');
const ANY = 'any';

/** Everybody in the portal: search and filters stand in the address. */
export function PeoplePage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isAdministrator = useSignedIn().roles.includes('Administrator');
  const canWrite = useHasScope('user.write') && isAdministrator;
  const invite = canWrite && <PrimaryLink to="/people/new">{t('people.invite')}</PrimaryLink>;
  const change = (filters: PeopleSearch) => void navigate({ search: filters, replace: true });
  return (
    <>
      <PageHead
        title={t('people.title')}
        actions={
          <>
            {isAdministrator && (
              <a className="button button-plain" href={peopleExportAddress(search)} download>
                {t('people.export')}
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
  const set = (name: keyof PeopleSearch, value: string): void => {
    const { [name]: _, ...rest } = search;
    onChange(value === ANY || value === '' ? rest : { ...rest, [name]: value });
  };
  const any = { id: ANY, name: t('ui.any') };
  return (
    <form
      className="filters"
      role="search"
      aria-label={t('people.filters')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="people-search">
        <WordField
          label={t('people.search')}
          placeholder={t('people.searchHint')}
          value={search.q ?? ''}
          onChange={(text) => set('q', text)}
        />
      </div>
      <SelectField
        label={t('people.status')}
        choices={[
          { id: ANY, name: t('people.status.open') },
          ...personStatusNames.map((id) => ({ id, name: t(`people.status.${id}`) })),
        ]}
        value={search.status ?? ANY}
        onChange={(id) => set('status', id)}
      />
      <SelectField
        label={t('people.roles')}
        choices={[any, ...roleWordNames.map((id) => ({ id, name: t(`people.role.${id}`) }))]}
        value={search.role ?? ANY}
        onChange={(id) => set('role', id)}
      />
      {Object.keys(search).length > 0 && (
        <Button look="quiet" onPress={() => onChange({})}>
          {t('ui.clear')}
        </Button>
      )}
    </form>
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
    if (Object.keys(search).length === 0) return <EmptyState title={t('people.none')} action={invite} />;
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
        <span className="quiet person-mail">
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
