/** The context to which a sealed webhook secret is bound: it can be opened for this webhook only. */
export const webhookSecretContext = (webhookId: number): string => `webhook:${webhookId}`;
