import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormError } from '../../ui/states.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { useChangeAccess, useChangeApplication } from './applications.queries.js';
import { EndAccessButton } from './end-access-button.js';

interface SectionProps {
  application: ConsoleApplicationDetail;
}

/** Ends what it has in this portal: for everybody. */
export function DisconnectSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const name = application.client_name;
  return (
    <section className="ending" aria-labelledby="disconnect">
      <h2 id="disconnect">{t('applications.disconnectAll')}</h2>
      <p className="state-text">{t('applications.disconnectHint')}</p>
      <EndAccessButton
        clientId={application.client_id}
        change={{ act: 'disconnect' }}
        look="danger"
        label={t('applications.disconnectAll')}
        title={t('applications.disconnectTitle', { name })}
        done={t('applications.disconnected', { name })}
        onDone={() => void navigate({ to: '/applications' })}
      >
        {t('applications.disconnectText', { name, count: application.consents_count })}
      </EndAccessButton>
    </section>
  );
}

/** Nobody can connect a blocked application. */
export function BlockSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const unblock = useChangeAccess(application.client_id);
  const { client_name: name, is_blocked: isBlocked } = application;
  return (
    <section className="ending" aria-labelledby="block">
      <h2 id="block">{t(isBlocked ? 'applications.unblock' : 'applications.block')}</h2>
      <p className="state-text">{t(isBlocked ? 'applications.unblockHint' : 'applications.blockHint')}</p>
      {isBlocked ? (
        <Button
          isPending={unblock.isPending}
          onPress={() =>
            unblock.mutate(
              { act: 'unblock' },
              { onSuccess: () => announce(t('applications.unblocked', { name })) },
            )
          }
        >
          {t('applications.unblock')}
        </Button>
      ) : (
        <EndAccessButton
          clientId={application.client_id}
          change={{ act: 'block' }}
          look="danger"
          label={t('applications.block')}
          title={t('applications.blockTitle', { name })}
          done={t('applications.blocked', { name })}
        >
          {t('applications.blockText', { name, count: application.consents_count })}
        </EndAccessButton>
      )}
      <FormError error={unblock.error} />
    </section>
  );
}

/** One of the portal's own gets no tokens while it is off. */
export function SwitchOffSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const change = useChangeApplication(application.client_id);
  const isOn = application.status === 1;
  const name = application.client_name;
  const set = (status: 0 | 1) =>
    change.mutate(
      { status },
      {
        onSuccess: () => {
          setOpen(false);
          announce(t(status === 1 ? 'applications.isOn' : 'applications.isOff', { name }));
        },
      },
    );
  return (
    <section className="ending" aria-labelledby="switch">
      <h2 id="switch">{t(isOn ? 'applications.switchOff' : 'applications.switchOn')}</h2>
      <p className="state-text">{t(isOn ? 'applications.switchOffHint' : 'applications.switchOnHint')}</p>
      {isOn ? (
        <Button look="danger" onPress={() => setOpen(true)}>
          {t('applications.switchOff')}
        </Button>
      ) : (
        <Button isPending={change.isPending} onPress={() => set(1)}>
          {t('applications.switchOn')}
        </Button>
      )}
      {!isOpen && <FormError error={change.error} />}
      <Dialog
        title={t('applications.switchOffTitle', { name })}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <p>{t('applications.switchOffText', { name })}</p>
        <FormError error={change.error} />
        <div className="actions">
          <Button look="danger" isPending={change.isPending} onPress={() => set(0)}>
            {t('applications.switchOff')}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </section>
  );
}
