import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = async (before: string) => {
  const script = `
    const { handleUncaughtErrors } = await import(${JSON.stringify(join(process.cwd(), 'libs', 'kernel', 'src', 'errors', 'uncaught-errors.ts'))});
    let counted = 0;
    ${before}
    void Promise.reject(new Error('rejected'));
    setTimeout(() => { throw new Error('thrown'); }, 1);
    setTimeout(() => console.log('counted', counted), 100);`;
  const args = ['--no-warnings', '--experimental-strip-types', '--input-type=module', '-e', script];
  return promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => stdout,
    (error: { code: number }) => `ended with ${error.code}`,
  );
};

describe('an uncaught error', () => {
  it('is logged and counted, and the process keeps running', async () => {
    const said = await run(
      `handleUncaughtErrors({ fatal: ({ err, kind }) => console.log(kind, err.message) }, () => { counted += 1; });`,
    );
    expect(said.trim().split('\n')).toEqual([
      'unhandledRejection rejected',
      'uncaughtException thrown',
      'counted 2',
    ]);
  });

  it('ends a process without this safety net', async () => {
    expect(await run('')).toBe('ended with 1');
  });
});
