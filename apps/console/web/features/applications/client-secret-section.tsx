import { useState, type ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { Time } from '../../ui/time.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { useRotateClientSecret } from './applications.queries.js';

/** In seconds; a day is the longest. */
const graces = { none: 0, hour: 3_600, day: 86_400 } as const;
type Grace = keyof typeof graces;
const graceNames = Object.keys(graces) as Grace[];

/** A new secret; until when the old one works is said before and after. */
export function ClientSecretSection({ application }: { application: ConsoleApplicationDetail }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const [round, setRound] = useState(0);
  const { client_id: clientId, previous_secret_until: until } = application;
  return (
    <section aria-labelledby="secret">
      <h2 id="secret">{t('applications.secret')}</h2>
      <p className="state-text">{t('applications.secretText')}</p>
      {until && (
        <p className="notice">
          {t('applications.oldSecretUntil')} <Time value={until} />.
        </p>
      )}
      {canWrite && <RotateSecret key={round} clientId={clientId} onDone={() => setRound(round + 1)} />}
    </section>
  );
}

function RotateSecret({ clientId, onDone }: { clientId: string; onDone: () => void }): ReactNode {
  const { t } = useTexts();
  const [key] = useState(() => crypto.randomUUID());
  const [isOpen, setOpen] = useState(false);
  const [grace, setGrace] = useState<Grace>('day');
  const rotate = useRotateClientSecret(clientId, key);
  if (rotate.data) {
    const { client_secret: secret, previous_secret_until: until } = rotate.data;
    return (
      <SecretDialog
        title={t('applications.newSecret')}
        text={t('applications.secretOnce')}
        secret={secret}
        onClose={onDone}
      >
        {until && (
          <p>
            {t('applications.oldSecretUntil')} <Time value={until} />.
          </p>
        )}
      </SecretDialog>
    );
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('applications.rotate')}</Button>
      <Dialog title={t('applications.rotateTitle')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ConsoleForm
          button={t('applications.makeSecret')}
          onSubmit={() => rotate.mutate(graces[grace])}
          change={rotate}
          onCancel={() => setOpen(false)}
        >
          <SelectField
            label={t('applications.grace')}
            choices={graceNames.map((id) => ({ id, name: t(`applications.grace.${id}`) }))}
            value={grace}
            onChange={(id) => setGrace(id as Grace)}
          />
          <p className="state-text">
            {t(grace === 'none' ? 'applications.graceNone' : 'applications.graceBoth')}
          </p>
        </ConsoleForm>
      </Dialog>
    </>
  );
}
