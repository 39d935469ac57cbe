import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { CopyButton } from '../../ui/copy-button.js';
import { Fact, FactList } from '../../ui/facts.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { PageHead } from '../../ui/page.js';
import { ErrorState } from '../../ui/states.js';
import { RelativeTime, Time } from '../../ui/time.js';
import { ApplicationState } from './application-state.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { useApplication } from './applications.queries.js';
import { ApprovalSection } from './approval-section.js';
import { BlockSection, DisconnectSection, SwitchOffSection } from './access-sections.js';
import { ConsentsSection } from './consents-section.js';
import { AddressesSection, KeysSection } from './own-sections.js';
import { ClientSecretSection } from './client-secret-section.js';
import { TokenSection } from './token-section.js';

const route = getRouteApi('/shell/applications/$client');

/** Keyed by the application, so that the state of one does not appear on the page of another. */
export function ApplicationPage(): ReactNode {
  const { client } = route.useParams();
  return <Application key={client} clientId={client} />;
}

function Application({ clientId }: { clientId: string }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const canReadLog = useHasScope('audit.read');
  const query = useApplication(clientId);
  const { data, error, refetch } = query;
  const above = <Link to="/applications">{t('applications.title')}</Link>;
  const application = data?.pages[0];
  if (!application) {
    return (
      <>
        <PageHead title={clientId} above={above} />
        <NoAnswer query={query} />
      </>
    );
  }
  const isOwn = application.kind === 'own';
  return (
    <>
      <PageHead
        title={application.client_name}
        above={above}
        actions={
          canReadLog && (
            <Link to="/audit" search={{ client_id: clientId }} className="button button-plain">
              {t('audit.title')}
            </Link>
          )
        }
      >
        <ApplicationFacts application={application} />
      </PageHead>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!canWrite && <p className="notice">{t('applications.readOnly')}</p>}
      {application.grants?.includes('client_credentials') && application.status === 1 && (
        <TokenSection clientId={clientId} />
      )}
      {isOwn && <AddressesSection application={application} />}
      {isOwn && <ClientSecretSection application={application} />}
      {isOwn && <KeysSection application={application} />}
      {!isOwn && <ApprovalSection application={application} />}
      <ConsentsSection
        application={application}
        consents={data.pages.flatMap((page) => page.consents)}
        more={query}
      />
      {canWrite && isOwn && <SwitchOffSection application={application} />}
      {canWrite && !isOwn && !application.is_blocked && <DisconnectSection application={application} />}
      {canWrite && !isOwn && <BlockSection application={application} />}
    </>
  );
}

function ApplicationFacts({ application }: { application: ConsoleApplicationDetail }): ReactNode {
  const { t } = useTexts();
  const { client_id: id, last_used_time: lastUse, made_by: maker, blocked_time: blocked } = application;
  return (
    <FactList>
      <Fact name={t('applications.clientId')}>
        <code>{id}</code> <CopyButton text={id} label={t('applications.clientId')} />
      </Fact>
      <Fact name={t('ui.state')}>
        <ApplicationState application={application} />
        {blocked && (
          <span className="quiet">
            {' '}
            <RelativeTime value={blocked} />
          </span>
        )}
      </Fact>
      <Fact name={t('applications.lastUse')}>
        {lastUse ? <RelativeTime value={lastUse} /> : t('ui.never')}
      </Fact>
      <Fact name={t('ui.since')}>
        <Time value={application.since} />
      </Fact>
      {maker?.name && <Fact name={t('applications.madeBy')}>{maker.name}</Fact>}
    </FactList>
  );
}
