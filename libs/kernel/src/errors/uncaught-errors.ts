import type { Logger } from 'pino';

/**
 * The last safety net of a server: an uncaught error is logged and counted, and the process keeps running for other
 * requests. It is always a bug; invalid data in a row must not get here.
 * @param count called for each error
 */
export function handleUncaughtErrors(
  logger: Pick<Logger, 'fatal'>,
  count: () => void = () => undefined,
): void {
  const logUncaught = (kind: string) => (error: unknown) => {
    logger.fatal({ err: error, kind }, 'uncaught error');
    count();
  };
  process.on('unhandledRejection', logUncaught('unhandledRejection'));
  process.on('uncaughtException', logUncaught('uncaughtException'));
}
