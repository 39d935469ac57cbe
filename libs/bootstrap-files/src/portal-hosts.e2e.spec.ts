import { ConfigError, systemClock } from '@app/kernel';
import { useDatabase } from '@app/testing';
import { applyBootstrap } from './apply-bootstrap.js';
import { Bootstrap } from './bootstrap.schema.js';

describe('apply: portals', () => {
  const own = useDatabase();
  const apply = (host: string, env: Record<string, string> = {}) =>
    applyBootstrap(own.database, Bootstrap.parse({ portals: [{ host, name: 'x', title: 'X' }] }), {
      clock: systemClock,
      env,
      events: false,
    });

  it('none is created where the service itself answers, as far as the environment says', async () => {
    const env = {
      AUTH_PUBLIC_URL: 'https://sign-in.learning.example',
      API_PUBLIC_URL: 'https://backend.learning.example:8443',
    };
    for (const host of ['sign-in.learning.example', 'backend.learning.example']) {
      const refused = apply(host, env);
      await expect(refused).rejects.toThrow(ConfigError);
      await expect(refused).rejects.toThrow(host);
    }
    expect(await own.db.many('select name from identity.portals')).toEqual([]);
    await apply('acme.learning.example', env);
    await apply('backend.learning.example');
    expect(await own.db.many('select name from identity.portals order by 1')).toEqual([
      { name: 'acme.learning.example' },
      { name: 'backend.learning.example' },
    ]);
  });
});
