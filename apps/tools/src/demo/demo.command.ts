import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import colors from 'picocolors';
import { BrokenPromise } from './partner.js';
import { tour } from './tour.js';

interface Facts {
  addresses: { authorization_server: string; resource_api: string };
  clients: { client_id: string; client_secret?: string }[];
}

/** `demo`: a partner's tour of the running development stack. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('tour of the running stack for partners; fails if anything is not as promised')
    .action(async () => {
      const file = resolve('.data/demo.json');
      const facts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Facts) : undefined;
      if (!facts || !(await isUp(facts)))
        return fail('Nothing runs here: start it with npm start in another terminal.');
      const { authorization_server: auth, resource_api: api } = facts.addresses;
      const client = facts.clients.find(({ client_id }) => client_id === 'acme-app');
      if (!client?.client_secret) return fail(`${file} names no client acme-app.`);
      try {
        await tour({
          auth,
          api,
          client_id: client.client_id,
          client_secret: client.client_secret,
          print: console.log,
        });
      } catch (error) {
        if (!(error instanceof BrokenPromise || error instanceof TypeError)) throw error;
        return fail(error.message);
      }
      console.log(`\n${colors.green('✓')} The tour is complete: everything was as promised.\n`);
    });
}

async function isUp({ addresses }: Facts): Promise<boolean> {
  const answers = [addresses.authorization_server, addresses.resource_api].map((address) =>
    fetch(`${address}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return (await Promise.all(answers)).every(Boolean);
}

function fail(message: string): void {
  console.error(`\n${colors.red('✗')} ${message}`);
  process.exitCode = 1;
}
