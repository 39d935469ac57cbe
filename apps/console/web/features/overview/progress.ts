import type { components } from '../../../../../clients/typescript/src/generated/auth-server.js';
import type { PortalWebhook } from './overview.queries.js';

export const stepNames = ['application', 'token', 'webhook', 'delivery', 'person'] as const;
export type StepName = (typeof stepNames)[number];

type OwnApplication = components['schemas']['Application'];

/** How far the portal is. */
export interface Progress {
  /** The first step that is not done; undefined when all are. */
  current: StepName | undefined;
  application: OwnApplication | undefined;
  webhook: PortalWebhook | undefined;
}

interface Answers {
  applications: readonly OwnApplication[] | undefined;
  webhooks: readonly PortalWebhook[] | undefined;
  people: number | undefined;
}

/** Whether a receiver has accepted a delivery, if only a test: that is no success of its webhook. */
export const isAnswered = (webhook: PortalWebhook): boolean =>
  (webhook.last_success_time ?? webhook.last_test_success_time) !== null;

/** @returns undefined while an answer that decides is not there */
export function computeProgress(answers: Answers): Progress | undefined {
  const { applications, webhooks, people } = answers;
  if (!applications) return undefined;
  const usable = applications.filter(({ status }) => status === 1);
  const application = usable.find((one) => one.last_used_time !== null) ?? usable[0];
  const webhook = webhooks?.find(isAnswered) ?? webhooks?.[0];
  const atStep = (current: StepName | undefined): Progress => ({ current, application, webhook });
  if (!application) return atStep('application');
  if (application.last_used_time === null) return atStep('token');
  if (!webhooks) return undefined;
  if (!webhook) return atStep('webhook');
  if (!isAnswered(webhook)) return atStep('delivery');
  if (people === undefined) return undefined;
  // the one who reads this is a person of the portal
  return atStep(people > 1 ? undefined : 'person');
}
