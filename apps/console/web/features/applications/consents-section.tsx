import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { MoreButton } from '../../ui/more-rows.js';
import { Table } from '../../ui/table.js';
import { RelativeTime, Time } from '../../ui/time.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { EndAccessButton } from './end-access-button.js';

type Consent = ConsoleApplicationDetail['consents'][number];

interface ConsentsProps {
  application: ConsoleApplicationDetail;
  consents: readonly Consent[];
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** People who have given it access themselves. */
export function ConsentsSection({ application, consents, more }: ConsentsProps): ReactNode {
  const { t } = useTexts();
  const columns = [
    { name: t('ui.person') },
    { name: t('applications.scopes') },
    { name: t('ui.since') },
    { name: t('applications.lastUse') },
    { name: t('applications.disconnect'), isHidden: true },
  ];
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t('people.title')}</h2>
      {consents.length === 0 ? (
        <p className="state-text">{t('applications.nobody')}</p>
      ) : (
        <>
          <p className="state-text">{t('applications.peopleCount', { count: application.consents_count })}</p>
          <Table caption={t('people.title')} columns={columns}>
            {consents.map((consent) => (
              <ConsentRow key={consent.user_id} application={application} consent={consent} />
            ))}
          </Table>
        </>
      )}
      <MoreButton pages={more} />
    </section>
  );
}

interface RowProps {
  application: ConsoleApplicationDetail;
  consent: Consent;
}

function ConsentRow({ application, consent }: RowProps): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const values = { application: application.client_name, person: consent.name };
  return (
    <tr>
      <th scope="row">{consent.name}</th>
      <td data-column={t('applications.scopes')} className="quiet consent-scopes">
        {consent.scopes.map((scope) => t(`applications.scope.${scope}`)).join(' · ')}
      </td>
      <td data-column={t('ui.since')} className="quiet consent-time">
        <Time value={consent.since} />
      </td>
      <td data-column={t('applications.lastUse')} className="quiet consent-time">
        {consent.last_used_time ? <RelativeTime value={consent.last_used_time} /> : t('ui.never')}
      </td>
      <td>
        {canWrite && (
          <EndAccessButton
            clientId={application.client_id}
            change={{ act: 'forget', userId: consent.user_id }}
            look="quiet"
            label={t('applications.disconnect')}
            hint={t('applications.disconnectPerson', values)}
            title={t('applications.disconnectPerson', values)}
            text={t('applications.disconnectPersonText', values)}
            done={t('applications.personDisconnected')}
          />
        )}
      </td>
    </tr>
  );
}
