import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { MoreButton } from '../../ui/more-rows.js';
import { RowsTable } from '../../ui/table.js';
import { RelativeTime, Time } from '../../ui/time.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { EndAccessButton } from './end-access-button.js';

type Consent = ConsoleApplicationDetail['consents'][number];

interface ConsentsProps {
  application: ConsoleApplicationDetail;
  consents: readonly Consent[];
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** People who have consented to the application themselves. */
export function ConsentsSection({ application, consents, more }: ConsentsProps): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const disconnect = {
    name: t('applications.disconnect'),
    isHidden: true,
    cell: (consent: Consent) => {
      const values = { application: application.client_name, person: consent.name };
      return (
        canWrite && (
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
        )
      );
    },
  };
  return (
    <section aria-labelledby="people">
      <h2 id="people">{t('people.title')}</h2>
      {consents.length === 0 ? (
        <p className="state-text">{t('applications.nobody')}</p>
      ) : (
        <>
          <p className="state-text">{t('applications.peopleCount', { count: application.consents_count })}</p>
          <RowsTable
            caption={t('people.title')}
            rows={consents}
            toKey={({ user_id: id }) => id}
            columns={[
              { name: t('ui.person'), cell: ({ name }) => name },
              {
                name: t('applications.scopes'),
                className: 'quiet consent-scopes',
                cell: ({ scopes }) => scopes.map((scope) => t(`applications.scope.${scope}`)).join(' · '),
              },
              {
                name: t('ui.since'),
                className: 'quiet consent-time',
                cell: ({ since }) => <Time value={since} />,
              },
              {
                name: t('applications.lastUse'),
                className: 'quiet consent-time',
                cell: ({ last_used_time: time }) => (time ? <RelativeTime value={time} /> : t('ui.never')),
              },
              disconnect,
            ]}
          />
        </>
      )}
      <MoreButton pages={more} />
    </section>
  );
}
