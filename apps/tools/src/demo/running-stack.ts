import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalServiceError } from '@app/local-services';

/** The used parts of the file that `npm start` writes for programs. */
export interface RunningStack {
  addresses: { authorization_server: string; resource_api: string; console: string };
  clients: { client_id: string; client_secret?: string }[];
}

/**
 * The running stack of `npm start`.
 * @param folder its DATA_DIR
 * @throws LocalServiceError when none is running
 */
export async function runningStack(folder: string): Promise<RunningStack> {
  const file = join(folder, 'demo.json');
  const facts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunningStack) : undefined;
  if (!facts || !(await isUp(facts)))
    throw new LocalServiceError('Nothing runs here: start it with npm start in another terminal.');
  return facts;
}

/** @throws LocalServiceError when the demo has no such client with a secret */
export function getCredentials(
  stack: RunningStack,
  clientId: string,
): { client_id: string; client_secret: string } {
  const client = stack.clients.find(({ client_id }) => client_id === clientId);
  if (client?.client_secret === undefined)
    throw new LocalServiceError(`The demo has no client ${clientId} with a secret.`);
  return { client_id: clientId, client_secret: client.client_secret };
}

async function isUp({ addresses }: RunningStack): Promise<boolean> {
  const answers = [addresses.authorization_server, addresses.resource_api].map((address) =>
    fetch(`${address}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return (await Promise.all(answers)).every(Boolean);
}
