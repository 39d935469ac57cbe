import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { RelativeTime } from '../../ui/time.js';
import type { ConsoleWebhook, DeliveryStateName } from './webhook-types.js';

const webhookTones: Record<ConsoleWebhook['state'], Tone> = {
  open: 'good',
  parked: 'bad',
  disabled: 'off',
  paused: 'busy',
};

/** The state of a webhook, including failing, which precedes parked. */
export function WebhookState({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  const isFailing = webhook.state === 'open' && webhook.failures_in_row > 0;
  return (
    <Badge tone={isFailing ? 'busy' : webhookTones[webhook.state]}>
      {t(isFailing ? 'webhooks.state.failing' : `webhooks.state.${webhook.state}`)}
    </Badge>
  );
}

/** Why the webhook is in its state, and what happens next. */
export function WebhookReason({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  const isFailing = webhook.state === 'open' && webhook.failures_in_row > 0;
  if (webhook.state === 'open' && !isFailing) return null;
  return (
    <p className="notice">
      {t(
        isFailing
          ? 'webhooks.why.failing'
          : `webhooks.why.${webhook.state as 'parked' | 'disabled' | 'paused'}`,
        {
          count: webhook.failures_in_row,
        },
      )}{' '}
      {webhook.failing_since && webhook.state !== 'disabled' && (
        <>
          {t('webhooks.failingSince')} <RelativeTime value={webhook.failing_since} />.{' '}
        </>
      )}
      {webhook.next_try_time && (
        <>
          {t('webhooks.nextTry')} <RelativeTime value={webhook.next_try_time} isComing />.
        </>
      )}
    </p>
  );
}

const deliveryTones: Record<DeliveryStateName, Tone> = {
  waiting: 'busy',
  delivered: 'good',
  failed: 'bad',
  dropped: 'off',
};

export function DeliveryState({ state }: { state: DeliveryStateName }): ReactNode {
  const { t } = useTexts();
  return <Badge tone={deliveryTones[state]}>{t(`deliveries.state.${state}`)}</Badge>;
}
