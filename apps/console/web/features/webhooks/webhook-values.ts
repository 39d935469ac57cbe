import { flagGroupNames, flagGroups, type ConsoleFlag, type ConsoleWebhook } from './webhook-types.js';

const flags: readonly ConsoleFlag[] = flagGroupNames.flatMap(
  (group): readonly ConsoleFlag[] => flagGroups[group],
);

/** The editable part of a webhook. */
export type WebhookValues = { url: string } & Record<ConsoleFlag, boolean>;

export const emptyValues: WebhookValues = {
  url: '',
  ...(Object.fromEntries(flags.map((flag) => [flag, false])) as Record<ConsoleFlag, boolean>),
};

export const readValues = (webhook: ConsoleWebhook): WebhookValues => ({
  url: webhook.url,
  ...(Object.fromEntries(flags.map((flag) => [flag, webhook[flag]])) as Record<ConsoleFlag, boolean>),
});
