import { assertSecretsKey } from '@app/database';
import { systemClock } from '@app/kernel';
import type { Command } from 'commander';
import { withDatabase } from '../with-database.js';
import { readSandboxConfig } from './config.js';
import { planSandbox } from './sandbox-plan.js';
import { createSandbox, resetSandbox } from './sandbox.js';

/** `sandbox create|reset <team>`: a portal for each integration team. */
export function sandboxCommand(program: Command): void {
  const sandbox = program
    .command('sandbox')
    .description('a portal of its own for each integration team, in one shared environment');
  for (const [name, description, work] of [
    ['create', 'create a portal with people, content, a client and a webhook', createSandbox],
    ['reset', 'restore the first state of a sandbox; credentials stay, tokens end', resetSandbox],
  ] as const) {
    sandbox
      .command(name)
      .description(description)
      .argument('<team>', 'lower-case letters, digits, hyphens')
      .option('--webhook <url>', 'where to send the events of the portal')
      .action((team: string, { webhook }: { webhook?: string }) => run(team, webhook, work));
  }
}

async function run(team: string, webhookUrl: string | undefined, work: typeof createSandbox): Promise<void> {
  const { DATABASE_URL: url, PORTAL_DOMAIN, ...keys } = readSandboxConfig(process.env);
  const sandbox = planSandbox(team, PORTAL_DOMAIN, keys.SECRETS_KEY);
  await withDatabase(
    'sandbox',
    async (database) => {
      await assertSecretsKey(database, keys);
      const { webhookSecret } = await work(sandbox, {
        database,
        clock: systemClock,
        keys,
        webhookUrl,
        env: process.env,
      });
      console.log(`portal         ${sandbox.host}
client_id      ${sandbox.clientId}
client_secret  ${sandbox.clientSecret}
people         ${sandbox.administrator}, manager@..., learner@..., colleague1@... to colleague24@...
password       ${sandbox.password}${webhookSecret === undefined ? '' : `\nwebhook        ${webhookUrl}\nsecret_key     ${webhookSecret}`}`);
    },
    url,
  );
}
