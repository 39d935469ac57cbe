/**
 * The headers common to all attempts of a delivery, in addition to time, signatures and trace.
 * @param eventId as the receiver sees it
 */
export const deliveryHeaders = (eventId: string) => ({
  accept: '*/*',
  'content-type': 'application/json',
  'user-agent': 'LearningPlatform-Webhooks/1',
  'webhook-id': eventId,
});
