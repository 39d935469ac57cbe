import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndingSection } from '../../ui/ending-section.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { useChangeAccess, useChangeApplication } from './applications.queries.js';

interface SectionProps {
  application: ConsoleApplicationDetail;
}

/** Ends the application's access to this portal, for all users. */
export function DisconnectSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { client_id: clientId, client_name: name, consents_count: count } = application;
  return (
    <EndingSection
      title={t('applications.disconnectAll')}
      text={t('applications.disconnectHint')}
      label={t('applications.disconnectAll')}
      look="danger"
      question={{
        title: t('applications.disconnectTitle', { name }),
        text: t('applications.disconnectText', { name, count }),
        button: t('applications.disconnectAll'),
      }}
      change={useChangeAccess(clientId)}
      body={{ act: 'disconnect' }}
      done={t('applications.disconnected', { name })}
      onDone={() => void navigate({ to: '/applications' })}
    />
  );
}

/** Blocks an application, so that no user can connect it. */
export function BlockSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const { client_name: name, consents_count: count, is_blocked: isBlocked } = application;
  const question = {
    title: t('applications.blockTitle', { name }),
    text: t('applications.blockText', { name, count }),
    button: t('ui.block'),
  };
  return (
    <EndingSection
      title={t(isBlocked ? 'applications.unblock' : 'ui.block')}
      text={t(isBlocked ? 'applications.unblockHint' : 'applications.blockHint')}
      label={t(isBlocked ? 'applications.unblock' : 'ui.block')}
      look={isBlocked ? 'plain' : 'danger'}
      question={isBlocked ? undefined : question}
      change={useChangeAccess(application.client_id)}
      body={{ act: isBlocked ? 'unblock' : 'block' }}
      done={t(isBlocked ? 'applications.unblocked' : 'applications.blocked', { name })}
    />
  );
}

/** Switches one of the portal's own applications off: then it gets no tokens. */
export function SwitchOffSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const isOn = application.status === 1;
  const name = application.client_name;
  const question = {
    title: t('applications.switchOffTitle', { name }),
    text: t('applications.switchOffText', { name }),
    button: t('ui.switchOff'),
  };
  return (
    <EndingSection
      title={t(isOn ? 'ui.switchOff' : 'ui.switchOn')}
      text={t(isOn ? 'applications.switchOffHint' : 'applications.switchOnHint')}
      label={t(isOn ? 'ui.switchOff' : 'ui.switchOn')}
      look={isOn ? 'danger' : 'plain'}
      question={isOn ? question : undefined}
      change={useChangeApplication(application.client_id)}
      body={{ status: isOn ? 0 : 1 }}
      done={t(isOn ? 'applications.isOff' : 'applications.isOn', { name })}
    />
  );
}
