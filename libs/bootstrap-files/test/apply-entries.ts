import { systemClock } from '@app/kernel';
import type { DatabaseHarness } from '@app/testing';
import { applyBootstrap } from '../src/apply-bootstrap.js';
import { Bootstrap } from '../src/bootstrap.schema.js';

/** Applies a file with these entries, without events for webhooks. */
export const applyEntries = (
  { database }: DatabaseHarness,
  entries: object,
  env: Record<string, string> = {},
): ReturnType<typeof applyBootstrap> =>
  applyBootstrap(database, Bootstrap.parse(entries), { clock: systemClock, env, events: false });
