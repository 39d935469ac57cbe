import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Breakable } from '../../ui/breakable.js';
import { Button } from '../../ui/button.js';
import { Code } from '../../ui/code.js';
import { CopyButton } from '../../ui/copy-button.js';
import { ErrorPage } from '../../ui/error-page.js';
import { Fact, FactList } from '../../ui/facts.js';
import { PageHead } from '../../ui/page.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { FormError } from '../../ui/states.js';
import { RelativeTime, Time } from '../../ui/time.js';
import { AttemptTimeline } from './attempt-timeline.js';
import { formatBody } from './format-body.js';
import { RequestSamples } from './request-samples.js';
import { DeliveryState } from './webhook-state.js';
import type { ConsoleDeliveryDetail } from './webhook-types.js';
import { useDelivery, useRedeliver } from './deliveries.queries.js';
import { useWebhook } from './webhooks.queries.js';

const route = getRouteApi('/shell/webhooks/$id/deliveries/$delivery');

/** One delivery: its request, its attempts, and sending it again. */
export function DeliveryPage(): ReactNode {
  const { t } = useTexts();
  const { id, delivery: deliveryId } = route.useParams();
  const webhook = useWebhook(id).data;
  const { data: delivery, error, refetch } = useDelivery(id, deliveryId);
  const above = (
    <>
      <Link to="/webhooks">{t('webhooks.title')}</Link>
      <span aria-hidden="true"> / </span>
      <Link to="/webhooks/$id" params={{ id }}>
        <Breakable text={webhook?.url ?? t('goTo.webhook', { id: String(id) })} />
      </Link>
    </>
  );
  if (error && !delivery)
    return (
      <ErrorPage title={t('deliveries.title')} above={above} error={error} onRetry={() => void refetch()} />
    );
  if (!delivery) return <SkeletonRows isPage />;
  return (
    <>
      <PageHead
        title={delivery.type}
        above={above}
        actions={webhook && <SendAgain webhookId={id} delivery={delivery} isEnabled={webhook.enabled} />}
      >
        <Facts delivery={delivery} />
      </PageHead>
      <section aria-labelledby="attempts">
        <h2 id="attempts">{t('statistics.attempts')}</h2>
        <AttemptTimeline delivery={delivery} />
      </section>
      <section aria-labelledby="request">
        <h2 id="request">{t('delivery.request')}</h2>
        <Code label={t('delivery.headers')} text={formatHeaders(delivery.headers)} />
        {delivery.body === null ? (
          <p className="notice">{t('delivery.noBody')}</p>
        ) : (
          <DeliveryBody body={delivery.body} />
        )}
      </section>
      {webhook && delivery.body !== null && (
        <RequestSamples url={webhook.url} delivery={delivery} body={delivery.body} />
      )}
    </>
  );
}

const formatHeaders = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function Facts({ delivery }: { delivery: ConsoleDeliveryDetail }): ReactNode {
  const { t } = useTexts();
  return (
    <FactList>
      <Fact name={t('ui.state')}>
        <DeliveryState delivery={delivery} />
        {delivery.next_try_time && (
          <span className="quiet">
            {' '}
            {t('webhooks.nextTry')} <RelativeTime value={delivery.next_try_time} isComing />
          </span>
        )}
      </Fact>
      <Fact name={t('deliveries.eventId')}>
        <code>{delivery.event_id}</code>{' '}
        <CopyButton text={delivery.event_id} label={t('deliveries.eventId')} />
      </Fact>
      <Fact name={t('delivery.sequence')}>{delivery.sequence ?? t('test.title')}</Fact>
      <Fact name={t('delivery.queued')}>
        <Time value={delivery.created_time} />
      </Fact>
    </FactList>
  );
}

interface SendAgainProps {
  webhookId: number;
  delivery: ConsoleDeliveryDetail;
  isEnabled: boolean;
}

function SendAgain({ webhookId, delivery, isEnabled }: SendAgainProps): ReactNode {
  const { t } = useTexts();
  const redeliver = useRedeliver(webhookId);
  const canWrite = useHasScope('webhook.write');
  if (!canWrite) return null;
  if (!isEnabled) return <p className="quiet">{t('delivery.disabled')}</p>;
  return (
    <>
      <Button
        look="primary"
        isPending={redeliver.isPending}
        onPress={() => redeliver.mutate(delivery.id, { onSuccess: () => announce(t('delivery.sentAgain')) })}
      >
        {t('delivery.sendAgain')}
      </Button>
      <FormError error={redeliver.error} />
    </>
  );
}

/** The formatted body; signatures are of the bytes that were sent. */
function DeliveryBody({ body }: { body: string }): ReactNode {
  const { t } = useTexts();
  const [isAsSent, setAsSent] = useState(false);
  return (
    <>
      <Code label={t('delivery.body')} text={isAsSent ? body : formatBody(body)} />
      <Button look="quiet" onPress={() => setAsSent(!isAsSent)}>
        {t(isAsSent ? 'delivery.formatted' : 'delivery.asSent')}
      </Button>
    </>
  );
}
