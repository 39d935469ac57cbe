import type { components } from '../../../../../clients/typescript/src/generated/auth-server.js';
import type { PortalWebhook } from './overview.queries.js';

export const stepNames = ['application', 'token', 'webhook', 'delivery', 'person'] as const;
export type StepName = (typeof stepNames)[number];

type OwnApplication = components['schemas']['Application'];

/** The progress of the first steps. */
export interface Progress {
  /** The first step that is not done; undefined when all are. */
  current: StepName | undefined;
  /** A later step may be done before an earlier one. */
  done: ReadonlySet<StepName>;
  application: OwnApplication | undefined;
  webhook: PortalWebhook | undefined;
}

interface Answers {
  applications: readonly OwnApplication[] | undefined;
  webhooks: readonly PortalWebhook[] | undefined;
  people: number | undefined;
}

/** Whether a receiver has accepted a delivery or a test; the webhook's last success does not include tests. */
export const hasAcceptedDelivery = (webhook: PortalWebhook): boolean =>
  (webhook.last_success_time ?? webhook.last_test_success_time) !== null;

/** @returns undefined while an answer that decides is missing */
export function computeProgress(answers: Answers): Progress | undefined {
  const { applications, webhooks, people } = answers;
  const usable = applications
    ?.filter(({ status }) => status === 1)
    .sort((one, other) => other.since.localeCompare(one.since));
  const used = usable?.find((one) => one.last_used_time !== null);
  const webhook = webhooks?.find(hasAcceptedDelivery) ?? webhooks?.[0];
  const isDone: Record<StepName, boolean | undefined> = {
    application: usable && usable.length > 0,
    token: usable && used !== undefined,
    webhook: webhooks && webhooks.length > 0,
    delivery: webhooks?.some(hasAcceptedDelivery),
    // the user is also a person of the portal
    person: people === undefined ? undefined : people > 1,
  };
  const current = stepNames.find((name) => !isDone[name]);
  if (current && isDone[current] === undefined) return undefined;
  const done = new Set(stepNames.filter((name) => isDone[name]));
  return { current, done, application: used ?? usable?.[0], webhook };
}
