import { tmpdir } from 'node:os';
/* oxlint-disable typescript/unbound-method -- compared, never called */
import NativeEnvironment from './native-environment.mts';

describe('the process that test files share', () => {
  it('is restored when a file ends: globals, environment, folder, listeners, spies', async () => {
    const before = {
      path: process.env['PATH'],
      folder: process.cwd(),
      fetch: globalThis.fetch,
      exit: process.exit,
      listeners: process.listenerCount('SIGTERM'),
    };
    const calendar = { today: () => 'today' };
    const environment = new NativeEnvironment();
    process.env['PATH'] = '/nowhere';
    process.env['LEFT_BEHIND'] = 'yes';
    process.chdir(tmpdir());
    globalThis.fetch = () => Promise.reject(new Error('no network'));
    Object.assign(globalThis, { leftBehind: true });
    process.on('SIGTERM', () => undefined);
    process.exit = () => {
      throw new Error('no end');
    };
    environment.moduleMocker.spyOn(calendar, 'today').mockReturnValue('tomorrow');
    expect(calendar.today()).toBe('tomorrow');

    await environment.teardown();

    expect({
      path: process.env['PATH'],
      folder: process.cwd(),
      fetch: globalThis.fetch,
      exit: process.exit,
      listeners: process.listenerCount('SIGTERM'),
    }).toEqual(before);
    expect([process.env['LEFT_BEHIND'], 'leftBehind' in globalThis, calendar.today()]).toEqual([
      undefined,
      false,
      'today',
    ]);
  });

  it('is Node’s own: no other realm, no modules of jest', () => {
    expect(new Error('here')).toBeInstanceOf(Error);
    expect(structuredClone(new Error('there'))).toBeInstanceOf(Error);
    expect(require.cache[__filename]).toBeDefined();
  });
});
