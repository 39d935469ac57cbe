import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { RotateSecret } from '../../ui/rotate-secret.js';
import { Time } from '../../ui/time.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { useRotateClientSecret } from './applications.queries.js';

/** Rotates the secret; the page states before and after how long the old one works. */
export function ClientSecretSection({ application }: { application: ConsoleApplicationDetail }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const { client_id: clientId, previous_secret_until: until } = application;
  const send = useRotateClientSecret(clientId);
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{t('secret.name')}</h2>
      <p className="state-text">{t('applications.secretText')}</p>
      {until && (
        <p className="notice">
          {t('rotate.until')} <Time value={until} />.
        </p>
      )}
      {canWrite && (
        <RotateSecret
          names={['none', 'hour', 'day']}
          text={t('applications.secretOnce')}
          both={t('applications.graceBoth')}
          atOnce={t('applications.graceNone')}
          send={send}
        />
      )}
    </section>
  );
}
