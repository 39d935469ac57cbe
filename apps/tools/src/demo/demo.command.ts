import type { Command } from 'commander';
import colors from 'picocolors';
import { LocalServiceError } from '@app/local-services';
import { OAuthError, PlatformError } from '../../../../clients/typescript/src/index.js';
import { DocumentationMismatch } from './documentation-mismatch.js';
import { getCredentials, runningStack } from './running-stack.js';
import { tour } from './tour.js';

/** `demo`: a partner's tour of the running development stack. */
export function demoCommand(program: Command): void {
  program
    .command('demo')
    .description('tour of the running stack for partners; fails if anything is not as documented')
    .action(async () => {
      let consoleAddress: string;
      try {
        const stack = await runningStack(process.env['DATA_DIR'] ?? '.data');
        const { authorization_server: auth, resource_api: api } = stack.addresses;
        consoleAddress = stack.addresses.console;
        await tour({ auth, api, ...getCredentials(stack, 'acme-app'), print: console.log });
      } catch (error) {
        const explained = [DocumentationMismatch, PlatformError, OAuthError, TypeError, LocalServiceError];
        if (!explained.some((kind) => error instanceof kind)) throw error;
        return fail((error as Error).message);
      }
      console.log(`\n${colors.green('✓')} The tour is complete: everything was as documented.`);
      console.log(`  See it all in the console: ${colors.cyan(consoleAddress)} (admin@acme.example)\n`);
    });
}

function fail(message: string): void {
  console.error(`\n${colors.red('✗')} ${message}`);
  process.exitCode = 1;
}
