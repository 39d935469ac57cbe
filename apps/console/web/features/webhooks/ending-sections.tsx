import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndingSection } from '../../ui/ending-section.js';
import { useSafeChange } from '../../ui/safe-change.js';
import type { ConsoleWebhook } from './webhook-types.js';
import { readValues } from './webhook-values.js';
import { useWebhookChange } from './webhooks.queries.js';

interface SectionProps {
  webhook: ConsoleWebhook;
}

/** Disabling drops waiting deliveries, so the user is asked first; enabling begins with a probe. */
export function SwitchSection({ webhook }: SectionProps): ReactNode {
  const { t } = useTexts();
  const { read, update } = useWebhookChange(webhook.id);
  const { change } = useSafeChange({ shown: webhook, toValues: readValues, read, send: update });
  const { enabled, url, waiting_count: count } = webhook;
  const question = { text: t('switch.ends', { count, url }), button: t('switch.disable') };
  return (
    <EndingSection
      title={t(enabled ? 'switch.disable' : 'switch.enable')}
      text={t(enabled ? 'switch.disableText' : 'switch.enableText')}
      label={t(enabled ? 'switch.disable' : 'switch.enable')}
      question={enabled ? question : undefined}
      change={change}
      body={{ enabled: !enabled }}
      done={t(enabled ? 'switch.disabled' : 'switch.enabled')}
    />
  );
}

/** Deleting cannot be undone, so the user types the URL to confirm it. */
export function RemoveSection({ webhook }: SectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { read, remove } = useWebhookChange(webhook.id);
  const { change } = useSafeChange({ shown: webhook, toValues: readValues, read, send: remove });
  return (
    <EndingSection
      title={t('remove.title')}
      text={t('remove.text')}
      label={t('remove.button')}
      look="danger"
      question={{
        text: t('remove.ends', { count: webhook.waiting_count }),
        button: t('remove.button'),
        repeat: { label: t('remove.repeat'), text: webhook.url, isAddress: true },
      }}
      change={change}
      body={undefined}
      done={t('remove.done')}
      onDone={() => void navigate({ to: '/webhooks' })}
    />
  );
}
