import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { PrimaryLink } from '../../ui/links.js';
import { MoreRows } from '../../ui/more-rows.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';
import { EmptyState } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { RelativeTime } from '../../ui/time.js';
import { ApplicationState } from './application-state.js';
import type { ConsoleApplication } from './application-types.js';
import type { ApplicationsSearch } from './applications-search.js';
import { useApplications } from './applications.queries.js';
import { ApproveButton } from './approve-button.js';

const route = getRouteApi('/shell/applications');
const kinds = [undefined, 'own', 'connected'] as const;

export function ApplicationsPage(): ReactNode {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canWrite = useHasScope('app.write');
  const create = canWrite && <PrimaryLink to="/applications/new">{t('applications.create')}</PrimaryLink>;
  return (
    <>
      <PageHead
        title={t('applications.title')}
        actions={
          canWrite && (
            <>
              <ApproveButton
                onDone={(client) => void navigate({ to: '/applications/$client', params: { client } })}
              />
              {create}
            </>
          )
        }
      >
        <p className="state-text">{t('applications.intro')}</p>
      </PageHead>
      <ScrollingNav className="tabs" label={t('applications.kind')}>
        {kinds.map((kind) => (
          <Link
            key={kind ?? 'all'}
            to="/applications"
            search={kind ? { kind } : {}}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {t(`applications.kind.${kind ?? 'all'}`)}
          </Link>
        ))}
      </ScrollingNav>
      <ApplicationsList search={search} create={create} />
    </>
  );
}

function ApplicationsList({ search, create }: { search: ApplicationsSearch; create: ReactNode }): ReactNode {
  const { t } = useTexts();
  const query = useApplications(search);
  const { data } = query;
  if (!data) return <NoAnswer query={query} rows={4} />;
  const hits = data.pages.flatMap((page) => page.hits);
  if (hits.length === 0)
    return (
      <EmptyState
        title={t(search.kind === 'connected' ? 'applications.noneConnected' : 'applications.none')}
        action={search.kind !== 'connected' && create}
      >
        <p>{t(search.kind === 'connected' ? 'applications.howConnected' : 'applications.firstStep')}</p>
      </EmptyState>
    );
  const columns = [
    { name: t('ui.name') },
    { name: t('ui.state') },
    { name: t('people.title'), isNumber: true },
    { name: t('applications.lastUse') },
  ];
  return (
    <>
      <Table caption={t('applications.title')} columns={columns} isStale={query.isPlaceholderData}>
        {hits.map((application) => (
          <ApplicationRow key={application.client_id} application={application} />
        ))}
      </Table>
      <MoreRows query={query} />
    </>
  );
}

function ApplicationRow({ application }: { application: ConsoleApplication }): ReactNode {
  const { t, locale } = useTexts();
  const { client_id: client, client_name: name, last_used_time: lastUse } = application;
  return (
    <tr>
      <th scope="row">
        <Link to="/applications/$client" params={{ client }} className="row-link">
          {name}
        </Link>
        <span className="code quiet below">{client}</span>
      </th>
      <td data-column={t('ui.state')}>
        <ApplicationState application={application} />
      </td>
      <td data-column={t('people.title')} className="number">
        {application.consents_count.toLocaleString(locale)}
      </td>
      <td data-column={t('applications.lastUse')} className="quiet one-line">
        {lastUse ? <RelativeTime value={lastUse} /> : t('ui.never')}
      </td>
    </tr>
  );
}
