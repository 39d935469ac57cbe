import type { Logger } from 'pino';

/**
 * The last net of a server: an error that nobody caught is logged and counted, and the process goes on for everybody
 * else. It is always a defect; what is read from a row must not get here.
 * @param count called for each
 */
export function keepRunning(logger: Pick<Logger, 'fatal'>, count: () => void = () => undefined): void {
  const note = (kind: string) => (error: unknown) => {
    logger.fatal({ err: error, kind }, 'an error that nobody caught');
    count();
  };
  process.on('unhandledRejection', note('unhandledRejection'));
  process.on('uncaughtException', note('uncaughtException'));
}
