import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Badge, type Tone } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { FormError } from '../../ui/states.js';
import { RelativeTime } from '../../ui/time.js';
import type { ConsoleDelivery, ConsoleWebhook, DeliveryStateName } from './webhook-types.js';
import { useWebhookChange } from './webhooks.queries.js';

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
    <div className="notice">
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
      )}{' '}
      {webhook.state === 'parked' && <TryNow webhookId={webhook.id} />}
    </div>
  );
}

/** Brings the next probe forward: enabling an enabled webhook does nothing else. */
function TryNow({ webhookId }: { webhookId: number }): ReactNode {
  const { t } = useTexts();
  const { update } = useWebhookChange(webhookId);
  const retry = useMutation({ mutationFn: () => update({ enabled: true }, undefined) });
  if (!useHasScope('webhook.write')) return null;
  return (
    <>
      <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
        {t('webhooks.tryNow')}
      </Button>
      <FormError error={retry.error} />
    </>
  );
}

const deliveryTones: Record<DeliveryStateName, Tone> = {
  waiting: 'busy',
  delivered: 'good',
  failed: 'bad',
  dropped: 'off',
};

/** The state of a delivery, including retrying: it waits, and has failed before. */
export function DeliveryState({ delivery }: { delivery: ConsoleDelivery }): ReactNode {
  const { t } = useTexts();
  const { state, tries } = delivery;
  const isRetrying = state === 'waiting' && tries > 0;
  return (
    <Badge tone={deliveryTones[state]}>{t(`deliveries.state.${isRetrying ? 'retrying' : state}`)}</Badge>
  );
}
