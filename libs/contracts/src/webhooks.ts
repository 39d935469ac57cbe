/** The text that a sealed webhook secret is bound to: it can be opened for this webhook only. */
export const webhookSecretContext = (webhookId: number): string => `webhook:${webhookId}`;
