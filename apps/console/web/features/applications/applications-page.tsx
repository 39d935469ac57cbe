import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { PrimaryLink } from '../../ui/links.js';
import { PageHead } from '../../ui/page.js';
import { PagedTable } from '../../ui/paged-table.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';
import { EmptyState } from '../../ui/states.js';
import { RelativeTime } from '../../ui/time.js';
import { ApplicationState } from './application-state.js';
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
  const { t, locale } = useTexts();
  const isConnected = search.kind === 'connected';
  return (
    <PagedTable
      query={useApplications(search)}
      lines={4}
      none={
        <EmptyState
          title={t(isConnected ? 'applications.noneConnected' : 'applications.none')}
          action={!isConnected && create}
        >
          <p>{t(isConnected ? 'applications.howConnected' : 'applications.firstStep')}</p>
        </EmptyState>
      }
      caption={t('applications.title')}
      toKey={({ client_id: client }) => client}
      columns={[
        {
          name: t('ui.name'),
          cell: ({ client_id: client, client_name: name }) => (
            <Link to="/applications/$client" params={{ client }} className="row-link">
              {name}
            </Link>
          ),
          below: ({ client_id: client }) => <span className="code">{client}</span>,
        },
        { name: t('ui.state'), cell: (application) => <ApplicationState application={application} /> },
        {
          name: t('people.title'),
          isNumber: true,
          cell: ({ consents_count: count }) => count.toLocaleString(locale),
        },
        {
          name: t('applications.lastUse'),
          className: 'quiet one-line',
          cell: ({ last_used_time: time }) => (time ? <RelativeTime value={time} /> : t('ui.never')),
        },
      ]}
    />
  );
}
