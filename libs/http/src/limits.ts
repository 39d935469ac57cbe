import { z } from 'zod';

const bytes = z.coerce.number().int().min(1024);
const seconds = z.coerce.number().int().min(1).max(3_600);

/** How much one request may bring along (wire contract section 2, "Limits"). */
export const limitSettings = {
  MAX_BODY_BYTES: bytes.default(1_048_576).describe('Bytes of a body; more is 413.'),
  MAX_URL_BYTES: bytes.max(1_048_576).default(32_768).describe('Bytes of an address; more is 414.'),
  MAX_JSON_DEPTH: z.coerce
    .number()
    .int()
    .min(5)
    .max(1_000)
    .default(20)
    .describe('How deep a body may be nested; deeper is 400.'),
  MAX_LIST_LENGTH: z.coerce
    .number()
    .int()
    .min(200)
    .max(10_000)
    .default(10_000)
    .describe('Elements of a list in a body, or between commas in a query; more is 400.'),
  HEADERS_TIMEOUT_SECONDS: seconds
    .default(15)
    .describe('Seconds in which the headers of a request must arrive; then its connection is closed (408).'),
  REQUEST_TIMEOUT_SECONDS: seconds
    .default(30)
    .describe('Seconds in which a whole request must arrive; then its connection is closed (408).'),
  IDLE_TIMEOUT_SECONDS: seconds
    .default(72)
    .describe('Seconds that a connection waits for the next request; longer than the load balancer’s.'),
};

const Limits = z.object(limitSettings);
export type Limits = z.output<typeof Limits>;

/** The limits among `settings`, with the defaults of those that are not there. */
export const limitsOf = (settings: object = {}): Limits => Limits.parse(settings);
