import { setting } from '@app/kernel';
import { z } from 'zod';

const bytes = setting.count.min(1024);

/** The limits of a server that an operator sets, because installations differ. */
export const limitSettings = {
  MAX_BODY_BYTES: bytes.default(1_048_576).describe('Maximum bytes of a body; 413 over it.'),
  MAX_BODIES_BYTES: bytes
    .default(8_388_608)
    .describe(
      'Most bytes of bodies of 16 KiB and more that are worked on at a time; others wait for two seconds, then 503.',
    ),
  MAX_UNREAD_BYTES: bytes
    .default(67_108_864)
    .describe(
      'Maximum bytes of answers that clients have not read yet; over it, the slowest clients are cut off.',
    ),
  IDLE_TIMEOUT_SECONDS: setting.count
    .max(3_600)
    .default(72)
    .describe('Seconds that a connection stays open for its next request; must exceed the load balancer’s.'),
};

/** Limits of one request on every server: its size, and the time in which it must arrive (contract 2.9). */
export const REQUEST_LIMITS = {
  /** Seconds for the headers to arrive; then 408, and the connection closes. A slow phone needs a few. */
  HEADERS_TIMEOUT_SECONDS: 15,
  /** Seconds for a whole request to arrive; then 408 and the connection closes. */
  REQUEST_TIMEOUT_SECONDS: 30,
  /** Maximum depth of a body; 400 over it. Ordinary bodies have a depth of six. */
  MAX_JSON_DEPTH: 20,
  /** Elements of a list, in a body or between commas in a query; 400 over it. The largest import has as many. */
  MAX_LIST_LENGTH: 10_000,
  /** 414 over it. Lists of ids in a query are long; most proxies pass on no longer URLs. */
  MAX_URL_BYTES: 32 * 1024,
};
export type RequestLimits = typeof REQUEST_LIMITS;

/** On /oauth/*, where a body contains only parameters; 413 over it. */
export const MAX_OAUTH_BODY_BYTES = 64 * 1024;

const settingsSchema = z.object(limitSettings);
export type Limits = z.output<typeof settingsSchema> & RequestLimits;

/**
 * The limits in `settings`, with defaults for missing ones, and the fixed limits.
 * @param smaller for tests
 */
export const parseLimits = (settings: object = {}, smaller: Partial<RequestLimits> = {}): Limits => ({
  ...settingsSchema.parse(settings),
  ...REQUEST_LIMITS,
  ...smaller,
});
