import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { FormError } from '../../ui/states.js';
import { AttemptTimeline } from './attempt-timeline.js';
import { useDelivery } from './deliveries.queries.js';
import { DeliveryState } from './webhook-state.js';
import { useTestWebhook } from './webhooks.queries.js';

const POLL_INTERVAL_MS = 1_000;

/** Sends a test event and displays the receiver's answer. */
export function TestButton({ webhook }: { webhook: { id: number; url: string } }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const test = useTestWebhook(webhook.id);
  function open(): void {
    setOpen(true);
    test.mutate();
  }
  return (
    <>
      <Button onPress={open}>{t('test.button')}</Button>
      <Dialog title={t('test.title')} isOpen={isOpen} onClose={() => setOpen(false)} isWide>
        <p className="state-text">{t('test.text', { url: webhook.url })}</p>
        <FormError error={test.error} />
        {test.isPending && <SkeletonRows rows={2} />}
        {test.data && <TestAnswer webhookId={webhook.id} deliveryId={test.data.id} />}
        <div className="actions">
          <Button look="primary" onPress={() => setOpen(false)}>
            {t('ui.close')}
          </Button>
          <Button isPending={test.isPending} onPress={() => test.mutate()}>
            {t('test.again')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function TestAnswer({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }): ReactNode {
  const { t } = useTexts();
  const { data: delivery, error } = useDelivery(webhookId, deliveryId, POLL_INTERVAL_MS);
  if (error) return <FormError error={error} />;
  if (!delivery) return <SkeletonRows rows={2} />;
  return (
    <div className="test-answer" aria-live="polite">
      <p>
        <DeliveryState delivery={delivery} />
      </p>
      <AttemptTimeline delivery={delivery} />
      <p>
        <Link to="/webhooks/$id/deliveries/$delivery" params={{ id: webhookId, delivery: deliveryId }}>
          {t('test.detail')}
        </Link>
      </p>
    </div>
  );
}
