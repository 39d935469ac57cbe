import { ConfigError } from './config.js';
import type { Environment } from './environment.js';
import { createLogger } from '../logger.js';

/**
 * Ends a server that cannot start, with code 1 and the reason as the last entry of its log. It exits explicitly,
 * because open connections would keep the process alive.
 * @param name of the server, as in its log
 */
export function failToStart(name: string, env: Environment, error: unknown): never {
  // pretty logs are written by a thread that does not outlive the process
  if (env['LOG_FORMAT'] === 'pretty') {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  } else {
    const log = createLogger({ name, level: 'fatal', format: 'json' });
    if (error instanceof ConfigError) log.fatal({ settings: error.settings }, error.message);
    else log.fatal({ err: error }, 'cannot start');
  }
  process.exit(1);
}
