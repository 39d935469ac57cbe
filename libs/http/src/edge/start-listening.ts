import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Makes a server listen on its port.
 * @param ahead paths whose answers are created first, so that the first reader does not wait for them
 * @throws Error when one of them cannot be created, or the port is taken
 */
export async function startListening(
  app: NestFastifyApplication,
  { PORT, HOST }: { PORT: number; HOST: string },
  ahead: readonly string[] = [],
): Promise<void> {
  await app.init();
  for (const url of ahead) {
    const { statusCode } = await app.inject({ url });
    if (statusCode !== 200) throw new Error(`${url} is answered with ${statusCode}`);
  }
  // returns unused memory to the system; the entry point exposes this function (ADR 7)
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  await app.listen(PORT, HOST);
}
