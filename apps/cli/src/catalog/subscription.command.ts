import { endSubscription, upsertSubscription } from '@app/catalogue';
import { EventOutbox } from '@app/events';
import type { Command } from 'commander';
import { withDatabase } from '../with-database.js';
import { findSubscription } from './subscription.queries.js';

interface Options {
  portal: string;
  licenses: string;
  package?: string;
}

/** `catalog subscribe` and `catalog unsubscribe`: which content of other portals a portal sees. */
export function subscriptionCommands(catalog: Command): void {
  catalog
    .command('subscribe')
    .description(
      'let a portal see a content group, or a collection; its webhooks are notified of each object (DATABASE_URL of the owner)',
    )
    .argument('<group>', 'slug of a content group, or id of a collection')
    .requiredOption('--portal <host>', 'host name of the portal')
    .option('--licenses <n>', 'how many people may use each object; -1: unlimited, 0: none', '-1')
    .option('--package <name>', 'name of the package that the licences belong to')
    .action((group: string, options: Options) => change(group, options, true));
  catalog
    .command('unsubscribe')
    .description(
      'undo `subscribe`: the portal stops seeing the objects immediately (DATABASE_URL of the owner)',
    )
    .argument('<group>', 'slug of a content group, or id of a collection')
    .requiredOption('--portal <host>', 'host name of the portal')
    .action((group: string, options: Options) => change(group, options, false));
}

const change = (group: string, options: Options, isSubscribing: boolean): Promise<void> =>
  withDatabase(`catalog ${isSubscribing ? 'subscribe' : 'unsubscribe'}`, async (database) => {
    await database.write(async (tx) => {
      const subscription = await findSubscription(tx, options.portal, group);
      if (!subscription) throw new Error('There is no such portal, content group or collection.');
      const outbox = EventOutbox.withoutHints();
      if (!isSubscribing) return endSubscription(tx, subscription, outbox);
      const licenses = Number(options.licenses);
      if (!Number.isInteger(licenses) || licenses < -1) throw new Error('--licenses must be -1, 0 or more.');
      return upsertSubscription(tx, { ...subscription, licenses, package: options.package }, outbox);
    });
    console.log(`${options.portal} ${isSubscribing ? 'sees' : 'no longer sees'} ${group}.`);
  });
