/**
 * The headers that every attempt of a delivery has; its time, its signatures and its trace come besides.
 * @param eventId as the receiver sees it
 */
export const deliveryHeaders = (eventId: string) => ({
  'content-type': 'application/json',
  'user-agent': 'LearningPlatform-Webhooks/1',
  'webhook-id': eventId,
});
