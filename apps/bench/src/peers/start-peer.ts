import { freePort } from '@app/local-services';
import { join } from 'node:path';
import type { BenchStack } from '../bench-stack.js';

export const peerScript = (name: string): string => join(__dirname, `${name}.js`);

/**
 * Starts a server of this folder next to ours.
 * @param env in addition to its port
 * @returns its URL
 */
export async function startPeer(
  stack: BenchStack,
  name: string,
  env: Record<string, string>,
): Promise<string> {
  const port = String(await freePort());
  const common = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', PORT: port };
  await stack.runProgram({ name, script: peerScript(name), env: { ...common, ...env } });
  return `http://127.0.0.1:${port}`;
}
