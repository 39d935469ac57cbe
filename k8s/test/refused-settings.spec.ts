import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { nearestSetting } from '@app/kernel';
import { settings as authServer } from '../../apps/auth-server/src/config.js';
import { settings as webConsole } from '../../apps/console/src/config.js';
import { settings as resourceApi } from '../../apps/resource-api/src/config.js';
import { settings as webhookWorker } from '../../apps/webhook-worker/src/config.js';

const servers = {
  'auth-server': authServer,
  'resource-api': resourceApi,
  'webhook-worker': webhookWorker,
  console: webConsole,
};
type Server = keyof typeof servers;
const names = Object.keys(servers) as Server[];

/** Starts a built server with these variables alone; it must end by itself. */
function start(server: Server, env: Record<string, string>) {
  const script = join(process.cwd(), 'dist', 'apps', server, 'src', 'main.js');
  return spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
}

describe.each(names)('%s with settings that cannot be used', (server) => {
  it('names them in one entry of its log and ends', () => {
    const { status, stdout, stderr } = start(server, {
      LOG_FORMAT: 'json',
      DATABASE_URI: 'x',
      PORT: 'tcp://1',
    });
    expect([status, stderr]).toEqual([1, '']);
    const [line, ...otherNames] = stdout.trimEnd().split('\n');
    expect(otherNames).toEqual([]);
    expect(JSON.parse(line!)).toMatchObject({
      level: 'fatal',
      name: server,
      msg: expect.stringContaining('cannot be used') as unknown,
      settings: {
        DATABASE_URL: 'is missing',
        DATABASE_URI: 'is not a setting; did you mean DATABASE_URL?',
        PORT: expect.stringContaining('enableServiceLinks') as unknown,
      },
    });
  });

  it('prints a sentence if the log is for people', () => {
    const { status, stdout, stderr } = start(server, { LOG_FORMAT: 'pretty' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The configuration cannot be used:\n {2}DATABASE_URL: is missing\n/);
  });

  it('takes no setting of another server for a misspelled one', () => {
    const knownNames = Object.keys(servers[server].shape);
    const all = Object.values(servers).flatMap(({ shape }) => Object.keys(shape));
    const mistaken = all.filter((name) => nearestSetting(name, knownNames) !== undefined);
    expect(mistaken).toEqual([]);
  });
});
