import { applyBootstrap, type Bootstrap } from '@app/bootstrap-files';
import { importCatalogue } from '@app/catalogue';
import type { Database } from '@app/database';
import { systemClock } from '@app/kernel';
import { monthStart, sampleCatalogue } from '@app/sample-content';
import {
  countEnrollments,
  enrollableObjects,
  hasDemoData,
  insertDemoEnrollments,
  insertDemoPeople,
  spreadOverTwoYears,
} from './load.queries.js';
import { withLocalMedia } from './local-media.js';
import { demoEnrollments, demoPeople } from './people.js';

const ACME = 'acme.learning.localhost';

/**
 * Loads the demo: portals, people and clients of the bootstrap file, the sample content, sixty colleagues of acme and
 * their learning history. Does nothing if it is already loaded.
 */
export async function loadDemoData(
  database: Database,
  bootstrap: Bootstrap,
  options: {
    now: Date;
    env: Record<string, string | undefined>;
    /** The origin of the demo's media. */
    media: string;
    say: (line: string) => void;
  },
): Promise<void> {
  if (await hasDemoData(database)) return;
  const context = { clock: systemClock, env: options.env, events: false };
  await applyBootstrap(database, bootstrap, context);
  options.say('demo: portals, people and clients are ready');
  const records = [...sampleCatalogue(options.now)].map((record) => withLocalMedia(record, options.media));
  const { created } = await importCatalogue(lines(records), { database, clock: systemClock });
  // again, because collections and licences name objects that have just been imported
  await applyBootstrap(database, bootstrap, context);
  options.say(`demo: ${created} learning objects`);
  const people = demoPeople(options.now);
  await database.write(async (tx) => {
    await insertDemoPeople(tx, ACME, people);
    const objects = await enrollableObjects(tx, ACME);
    await insertDemoEnrollments(tx, ACME, demoEnrollments(people, objects, options.now));
    await spreadOverTwoYears(
      tx,
      [...new Set(records.map((record) => record.provider))],
      monthStart(options.now),
    );
    await countEnrollments(tx);
  });
  options.say(`demo: ${people.length} colleagues at acme and their learning history`);
}

async function* lines(records: Iterable<unknown>) {
  let line = 0;
  for (const value of records) yield { line: (line += 1), value };
}
