/** What the detail of a webhook says about its queue. */
export interface WaitingDeliveries {
  waiting_count: number;
  oldest_waiting_time: string | null;
}

/** What the detail of a delivery says about its request: without signatures. */
export interface SentHeaders {
  headers: Record<string, string> | null;
}

/** Deliveries and attempts of an hour or a day. */
export interface WebhookHour {
  time: string;
  delivered: number;
  failed: number;
  attempts: number;
  status_classes: Record<string, number>;
  errors: Record<string, number>;
  p50_ms: number | null;
  p95_ms: number | null;
}

type Refused = { content: { 'application/json': { error_code: string } } };

/** Operations that the OpenAPI document does not have yet. */
export interface ComingPaths {
  '/v2/webhooks/{webhookId}/statistics': {
    get: {
      parameters: {
        path: { webhookId: number };
        query: { from: number; to: number; interval: 'hour' | 'day'; time_zone: string };
      };
      responses: {
        200: { content: { 'application/json': { total: number; hits: WebhookHour[] } } };
        400: Refused;
      };
    };
  };
}
