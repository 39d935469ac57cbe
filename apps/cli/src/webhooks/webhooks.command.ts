import { mailboxStates } from '@app/webhooks';
import { InvalidArgumentError, type Command } from 'commander';
import { withDatabase } from '../with-database.js';
import { pauseWebhook, replayWebhook, resumeWebhook } from './operate.js';
import { formatTable } from './table.js';
import { failingWebhooks, type FailingWebhook } from './webhooks.queries.js';

/** `webhooks`: webhook commands for operators; workers react within a second. */
export function webhooksCommand(program: Command): void {
  const webhooks = program.command('webhooks').description('manage webhooks');
  webhooks
    .command('failing')
    .description('list webhooks that are failing, parked, disabled or paused, longest failing first')
    .option('--portal <id>', 'only of this portal', integer)
    .option('--json', 'one JSON object on each line')
    .action(({ portal, json }: { portal?: number; json?: boolean }) =>
      withDatabase('webhooks command', async (database) => {
        const rows = await failingWebhooks(database, portal);
        if (json)
          for (const row of rows) console.log(JSON.stringify({ ...row, state: mailboxStates[row.state] }));
        else printTable(rows);
      }),
    );
  webhooks
    .command('pause')
    .description('stop sending; events wait')
    .argument('<id>', 'id of the webhook', integer)
    .action((id: number) => change(id, 'is paused', pauseWebhook));
  webhooks
    .command('resume')
    .description('send again, after a pause or once something unreadable has been repaired')
    .argument('<id>', 'id of the webhook', integer)
    .action((id: number) => change(id, 'goes on', resumeWebhook));
  webhooks
    .command('replay')
    .description('send the events of a time window again')
    .argument('<id>', 'id of the webhook', integer)
    .requiredOption('--from <time>', 'ISO 8601, such as 2026-01-31T06:00:00Z', time)
    .option('--to <time>', 'ISO 8601; default: now', time)
    .action((id: number, { from, to = new Date() }: { from: Date; to?: Date }) =>
      withDatabase('webhooks command', async (database) => {
        const count = await replayWebhook(database, id, { from, to });
        if (count === undefined) return fail(`There is no webhook ${id}, or it is disabled.`);
        console.log(`${count} deliveries will be sent again.`);
      }),
    );
}

async function change(id: number, done: string, work: typeof pauseWebhook): Promise<void> {
  await withDatabase('webhooks command', async (database) => {
    if (await work(database, id)) console.log(`Webhook ${id} ${done}.`);
    else fail(`There is no webhook ${id} in a state that allows this.`);
  });
}

function printTable(rows: FailingWebhook[]): void {
  if (rows.length === 0) return console.log('No webhook is failing.');
  const shown = rows.map((row) => ({
    id: row.id,
    portal: row.portal,
    host: URL.parse(row.url)?.host ?? '',
    state: mailboxStates[row.state] ?? '',
    failures: row.failures_in_row,
    since: row.failing_since?.toISOString() ?? '',
    'next try': row.next_due?.toISOString() ?? '',
    waiting: row.waiting,
    'last answer': row.last_error ?? '',
  }));
  console.log(formatTable(shown));
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

function integer(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new InvalidArgumentError('must be a whole number');
  return number;
}

function time(text: string): Date {
  const parsed = new Date(text);
  if (Number.isNaN(parsed.getTime()))
    throw new InvalidArgumentError('must be a time such as 2026-01-31T06:00:00Z');
  return parsed;
}
