import { Inject, Injectable } from '@nestjs/common';
import { deliveryHeaders, unreadable, WebhookSecrets } from '@app/webhooks';
import { DeliveryClient, type DeliveryAnswer } from '../http/index.js';
import { envelope, publicEventId } from '@app/events';
import { SETTINGS } from '@app/kernel';
import { metrics } from '@app/metrics';
import { readTraceparent, traced, type OpenSpan, type SpanOptions } from '@app/tracing';
import type { Settings } from '../../config.js';
import { signatureHeaders, type SigningSecrets } from '../signature/index.js';
import { UnreadableRow, UnreadablePayload } from '../../edge/parking/index.js';
import type { MailboxRow } from './mailbox.queries.js';

export type Destination = Pick<MailboxRow, 'webhook_id' | 'portal_id' | 'url' | 'secret' | 'previous_secret'>;

export interface Message {
  event_id: string;
  type: string;
  fired_at: Date;
  data: string;
  /** Absent in test deliveries. */
  seq?: number;
  /** The trace of the change, as the outbox has it, and the portal that the change was in. */
  trace_context?: string | null;
  origin_portal_id?: number;
}

export const isSuccess = ({ status }: Pick<DeliveryAnswer, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** @throws UnreadablePayload when the data, which is inserted into the envelope unchanged, is not JSON */
function assertReadable({ data }: Pick<Message, 'data'>): void {
  try {
    JSON.parse(data);
  } catch (error) {
    throw new UnreadablePayload(error);
  }
}

/** Another portal than that of the change does not learn which of the events that it gets belong together. */
const isOfSamePortal = (destination: Destination, { origin_portal_id }: Message): boolean =>
  origin_portal_id === undefined || origin_portal_id === destination.portal_id;

/** Signs a message for a webhook and posts it once. */
@Injectable()
export class Sender {
  readonly #opened = new WeakMap<Destination, SigningSecrets>();

  constructor(
    private readonly client: DeliveryClient,
    private readonly secrets: WebhookSecrets,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param options.at time of the signature
   * @throws UnreadableRow when the webhook's secret cannot be decrypted; UnreadablePayload when the data is not JSON
   */
  send(
    destination: Destination,
    message: Message,
    options: { time: Date; mayWrite?: () => boolean },
  ): Promise<DeliveryAnswer> {
    const span: SpanOptions = {
      kind: 'client',
      parent: readTraceparent(message.trace_context) ?? 'root',
      attributes: {
        'webhook.id': destination.webhook_id,
        'portal.id': destination.portal_id,
        'event.type': message.type,
        'http.request.method': 'POST',
      },
    };
    return traced('deliver webhook', span, (open) => this.#send(destination, message, options, open));
  }

  async #send(
    destination: Destination,
    message: Message,
    options: { time: Date; mayWrite?: () => boolean },
    span: OpenSpan | undefined,
  ): Promise<DeliveryAnswer> {
    assertReadable(message);
    const eventId = publicEventId(message.event_id, destination.portal_id);
    const text = envelope({
      id: eventId,
      type: message.type,
      firedAt: message.fired_at,
      portalId: destination.portal_id,
      data: message.data,
      ...(message.seq !== undefined && { sequence: message.seq }),
    });
    // encoded once: both signatures and the connection need its bytes
    const body = Buffer.from(text);
    const answer = await this.client.post({
      url: destination.url,
      headers: {
        ...deliveryHeaders(eventId),
        ...(span && isOfSamePortal(destination, message) && { traceparent: span.traceparent }),
        ...signatureHeaders(
          { eventId, body, secrets: this.#openSecrets(destination) },
          options.time,
          this.settings.WEBHOOK_SIGNATURE_HEADERS,
        ),
      },
      body,
      ...(options.mayWrite && { mayWrite: options.mayWrite }),
    });
    this.#count(answer);
    if (answer.status !== null) span?.set({ 'http.response.status_code': answer.status });
    if (!isSuccess(answer)) span?.fail(answer.error ?? String(answer.status));
    return answer;
  }

  /** Decrypted once per reading of the webhook, not per delivery. */
  #openSecrets(destination: Destination): SigningSecrets | undefined {
    if (destination.secret === null) return undefined;
    const openedSecrets = this.#opened.get(destination);
    if (openedSecrets) return openedSecrets;
    const open = (sealed: Buffer) => this.secrets.open(destination.webhook_id, sealed);
    const current = open(destination.secret);
    if (current === undefined) throw new UnreadableRow(unreadable.secret);
    // a former secret that cannot be decrypted can be left out
    const previous = destination.previous_secret === null ? undefined : open(destination.previous_secret);
    const secrets: SigningSecrets = { current, previous };
    this.#opened.set(destination, secrets);
    return secrets;
  }

  #count(answer: DeliveryAnswer): void {
    const result = isSuccess(answer) ? 'delivered' : 'failed';
    const reason = answer.error ?? `${Math.floor((answer.status ?? 0) / 100)}xx`;
    metrics.webhook_attempts_total.inc({ result, reason });
    metrics.webhook_attempt_seconds.observe(answer.durationMs / 1000);
  }
}
