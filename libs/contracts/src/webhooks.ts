/** What a sealed webhook secret is bound to: it opens for this webhook alone. */
export const webhookSecretContext = (webhookId: number): string => `webhook:${webhookId}`;
