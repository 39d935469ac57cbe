import { temporaryFolder } from '@app/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, loadConfig, serverSettings, setting } from './config.js';
import { isProduction, nearestSetting } from './environment.js';

const schema = z.object({
  DATABASE_URL: z.url(),
  INTERNAL_PORT: z.coerce.number().default(4010),
  LOG_LEVEL: z.enum(['info', 'debug']).default('info'),
  SECRETS_KEY: z.string().min(8).optional(),
});
const DATABASE_URL = 'postgres://localhost/lp';

const readFaults = (env: Record<string, string>): unknown => {
  try {
    loadConfig(schema, env, { strict: true });
    return undefined;
  } catch (error) {
    return (error as ConfigError).settings;
  }
};

describe('loadConfig', () => {
  const folder = temporaryFolder();

  const mounted = (text: string): string => {
    const file = join(folder, 'secret');
    writeFileSync(file, text);
    return file;
  };

  it('takes an empty variable as missing, and defaults', () => {
    expect(loadConfig(schema, { DATABASE_URL, LOG_LEVEL: '' })).toEqual({
      DATABASE_URL,
      INTERNAL_PORT: 4010,
      LOG_LEVEL: 'info',
    });
  });

  it('names every variable that is missing or bad, and no value', () => {
    const refused = () => loadConfig(schema, { LOG_LEVEL: 'chatty', SECRETS_KEY: 'hush' });
    expect(refused).toThrow(ConfigError);
    expect(refused).toThrow(/DATABASE_URL: is missing[\s\S]*LOG_LEVEL: [\s\S]*SECRETS_KEY: /);
    expect(refused).not.toThrow(/hush|chatty/);
  });

  it.each([
    ['as it is', 'mounted-key'],
    ['with a line break at its end', 'mounted-key\n'],
    ['with one of Windows', 'mounted-key\r\n'],
  ])('reads a value from the file that NAME_FILE names, %s', (_, text) => {
    const { SECRETS_KEY } = loadConfig(schema, { DATABASE_URL, SECRETS_KEY_FILE: mounted(text) });
    expect(SECRETS_KEY).toBe('mounted-key');
  });

  it('refuses a file that is missing, a file that is empty, and a value that is given twice', () => {
    const file = join(folder, 'nothing');
    expect(readFaults({ DATABASE_URL, SECRETS_KEY_FILE: file })).toEqual({
      SECRETS_KEY_FILE: `There is no file ${file}.`,
    });
    expect(readFaults({ DATABASE_URL_FILE: mounted('\n') })).toEqual({
      DATABASE_URL_FILE: `${join(folder, 'secret')} is empty`,
    });
    expect(readFaults({ DATABASE_URL, SECRETS_KEY: 'long enough', SECRETS_KEY_FILE: file })).toEqual({
      SECRETS_KEY: 'is given twice, by SECRETS_KEY and by SECRETS_KEY_FILE',
    });
  });

  it('names the origin of a variable that Kubernetes sets for a Service', () => {
    expect(readFaults({ DATABASE_URL, INTERNAL_PORT: 'tcp://10.0.0.7:4010' })).toEqual({
      INTERNAL_PORT: expect.stringContaining('enableServiceLinks: false') as unknown,
    });
  });

  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['SECRETS_KEY_FILES', 'SECRETS_KEY_FILE'],
  ])('of a server refuses %s, which was meant to be %s', (name, nearest) => {
    expect(readFaults({ DATABASE_URL, [name]: 'x' })).toEqual({
      [name]: `is not a setting; did you mean ${nearest}?`,
    });
    expect(() => loadConfig(schema, { DATABASE_URL, [name]: 'x' })).not.toThrow();
  });

  it.each([
    'PATH',
    'HOSTNAME',
    'HOME',
    'REDIS_PORT',
    'KUBERNETES_PORT',
    'AUTH_SERVER_PORT_4000_TCP',
    'npm_config_x',
  ])('of a server ignores %s', (name) => {
    expect(
      nearestSetting(name, [...Object.keys(schema.shape), 'PORT', 'HOST', 'REDIS_URL', 'REDIS_PREFIX']),
    ).toBe(undefined);
  });
});

describe('isProduction', () => {
  it.each([
    [undefined, true],
    ['', true],
    ['production', true],
    ['prod', true],
    ['development', false],
    ['test', false],
  ])('NODE_ENV=%s: %s', (NODE_ENV, is) => {
    expect(isProduction({ NODE_ENV })).toBe(is);
  });
});

describe('the settings of a server', () => {
  const server = serverSettings.extend({
    MAIL_FROM: z.string().default('nobody'),
    OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  });
  const good = {
    DATABASE_URL: 'postgres://lp_api:x@db/lp',
    REDIS_URL: 'redis://redis',
    AUTH_PUBLIC_URL: 'https://auth.example',
    API_PUBLIC_URL: 'https://api.example',
    PORTAL_DOMAIN: 'portals.example',
    MAIL_FROM: 'a@b.example',
  };
  const faults = (env: Record<string, string>) => {
    try {
      loadConfig(server, { ...good, ...env }, { strict: true });
      return {};
    } catch (error) {
      return (error as ConfigError).settings;
    }
  };

  it('name themselves when a member of their list is bad', () => {
    expect(
      faults({
        REDIS_SENTINELS: 'sentinel:26379,:',
        OTHER_SECRETS_KEYS: 'short',
        TRUSTED_PROXIES: '10.0.0.0/33',
      }),
    ).toEqual({
      REDIS_SENTINELS: 'must be host:port, comma-separated',
      OTHER_SECRETS_KEYS: 'must be 32 bytes in base64',
      TRUSTED_PROXIES: 'must be addresses or networks, comma-separated',
    });
    for (const TRUSTED_PROXIES of ['10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8'])
      expect(faults({ TRUSTED_PROXIES })).toEqual({});
  });

  it('must be given in production where the default is for development', () => {
    const without = { PORTAL_DOMAIN: '', MAIL_FROM: '' };
    expect(faults(without)).toEqual({ PORTAL_DOMAIN: 'is missing', MAIL_FROM: 'is missing' });
    expect(faults({ ...without, NODE_ENV: 'development' })).toEqual({});
  });

  it.each(['AUTH_PUBLIC_URL', 'API_PUBLIC_URL', 'CONSOLE_PUBLIC_URL'])('take no path in %s', (name) => {
    for (const url of [
      'https://lp.example/learning',
      'https://lp.example:8443/a/b',
      'https://lp.example?a=b',
    ])
      expect(faults({ [name]: url })).toEqual({
        [name]: 'must have neither a path nor a query, because each server needs its own host',
      });
    expect(faults({ [name]: 'https://lp.example/' })).toEqual({ [name]: 'must not end with a slash' });
    for (const url of ['https://lp.example', 'https://LP.example:443', 'https://[2001:db8::1]:8443'])
      expect(faults({ [name]: url })).toEqual({});
  });

  it.each(['AUTH_PUBLIC_URL', 'API_PUBLIC_URL'])('take no plain http for %s in production', (name) => {
    expect(faults({ [name]: 'http://lp.example' })).toEqual({
      [name]: 'must begin with https:// in production',
    });
    expect(faults({ [name]: 'http://localhost.evil.example' })).toHaveProperty(name);
    expect(faults({ [name]: 'http://localhost:4000' })).toEqual({});
    expect(faults({ [name]: 'http://lp.example', NODE_ENV: 'test' })).toEqual({});
  });
});
