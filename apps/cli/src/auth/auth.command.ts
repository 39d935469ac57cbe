import type { Command } from 'commander';
import { accountsCommand } from './accounts.command.js';
import { clientsCommand } from './clients.command.js';
import { readAudit } from './clients.queries.js';
import { readPortalOrigin } from './config.js';
import { keysCommand } from './keys.command.js';
import { makeLoginLink } from './login-link.js';
import { presetsCommand } from './presets.command.js';
import { withDatabase } from '../with-database.js';

/** `auth`: keys, clients, accounts, presets, the audit log, login links. */
export function authCommand(program: Command): void {
  const auth = program.command('auth').description('the authorization server (DATABASE_URL of the owner)');
  keysCommand(auth);
  clientsCommand(auth);
  accountsCommand(auth);
  presetsCommand(auth);

  auth
    .command('audit')
    .description('show the newest entries of the audit log')
    .option('--event <event>', 'such as login.refused')
    .option('--client <client_id>')
    .option('--account <id>')
    .option('--limit <lines>', 'how many', '50')
    .action((options: { event?: string; client?: string; account?: string; limit: string }) =>
      withDatabase('cli', async (database) => {
        const { event, client } = options;
        const account = options.account === undefined ? undefined : Number(options.account);
        const lines = await readAudit(database, { event, client, account, limit: Number(options.limit) });
        for (const line of lines) {
          const subject = [line.clientId, line.accountId, line.personId]
            .map((part) => part ?? '-')
            .join(' / ');
          console.log(
            `${line.time.toISOString()}  ${line.event}  ${subject}  ${line.ip ?? line.userAgent ?? '-'}  ${JSON.stringify(line.details)}`,
          );
        }
      }),
    );

  auth
    .command('login-link <portal-host> <email>')
    .description('print a link that logs in to this person’s account once, within ten minutes')
    .option('--path <path>', 'path on the portal’s host that it leads to', '/')
    .option('--origin <origin>', 'origin of portals; {portal} is the host name (default: PORTAL_ORIGIN)')
    .action((host: string, email: string, { path, origin }: { path: string; origin?: string }) =>
      withDatabase('cli', async (database) => {
        const options = { path, origin: origin ?? readPortalOrigin(process.env) };
        console.log(await makeLoginLink(database, host, email, options));
      }),
    );
}
