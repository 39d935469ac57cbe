import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Makes a server answer on its port.
 * @param ahead paths of answers that are made first, so that nobody waits while the first reader's is made
 * @throws Error when one of them cannot be made, or the port is taken
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
  // what all this has left behind goes back to the system; the entry point exposes it (ADR 7)
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  await app.listen(PORT, HOST);
}
