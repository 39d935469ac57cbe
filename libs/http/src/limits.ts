import { z } from 'zod';

const bytes = z.coerce.number().int().min(1024);
const seconds = z.coerce.number().int().min(1).max(3_600);

/** How much one request may contain (contract 2.9). */
export const limitSettings = {
  MAX_BODY_BYTES: bytes.default(1_048_576).describe('Most bytes in a body; 413 beyond.'),
  MAX_URL_BYTES: bytes.max(1_048_576).default(32_768).describe('Most bytes in a URL; 414 beyond.'),
  MAX_JSON_DEPTH: z.coerce
    .number()
    .int()
    .min(5)
    .max(1_000)
    .default(20)
    .describe('How deeply a body may be nested; 400 beyond.'),
  MAX_LIST_LENGTH: z.coerce
    .number()
    .int()
    .min(200)
    .max(10_000)
    .default(10_000)
    .describe('Most elements of a list, in a body or between commas in a query; 400 beyond.'),
  MAX_BODIES_BYTES: bytes
    .default(16_777_216)
    .describe(
      'Most bytes of bodies of 16 KiB and more that are worked on at a time; others wait for two seconds, then 503.',
    ),
  MAX_UNREAD_BYTES: bytes
    .default(67_108_864)
    .describe('Most bytes of answers that clients have not read yet; beyond, the slowest are cut off.'),
  HEADERS_TIMEOUT_SECONDS: seconds
    .default(15)
    .describe('Seconds for the headers of a request to arrive; then 408 and the connection is closed.'),
  REQUEST_TIMEOUT_SECONDS: seconds
    .default(30)
    .describe('Seconds for a whole request to arrive; then 408 and the connection is closed.'),
  IDLE_TIMEOUT_SECONDS: seconds
    .default(72)
    .describe('Seconds that a connection stays open for its next request; must exceed the load balancer’s.'),
};

const Limits = z.object(limitSettings);
export type Limits = z.output<typeof Limits>;

/** The limits among `settings`, with defaults for those that are missing. */
export const limitsOf = (settings: object = {}): Limits => Limits.parse(settings);
