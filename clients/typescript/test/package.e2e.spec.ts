import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './types-of.js';

const run = promisify(execFile);
const source = join(root, 'clients', 'typescript');

/** The package that `npm publish` would send, in a folder where its dependencies are found. */
describe('The package learning-platform-client', () => {
  let folder: string;
  beforeAll(async () => {
    const cache = join(root, 'node_modules', '.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'client-package-'));
    const home = join(folder, 'node_modules', 'learning-platform-client');
    mkdirSync(home, { recursive: true });
    cpSync(join(source, 'package.json'), join(home, 'package.json'));
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [tsc, '-p', source, '--outDir', join(home, 'dist')]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('can be imported and required, and needs nothing that it does not name', async () => {
    const uses = 'console.log(typeof LearningPlatform, typeof verifyWebhook, typeof clientCredentials)';
    const names = '{ LearningPlatform, verifyWebhook, clientCredentials }';
    writeFileSync(join(folder, 'a.mjs'), `import ${names} from 'learning-platform-client'; ${uses}`);
    writeFileSync(join(folder, 'b.cjs'), `const ${names} = require('learning-platform-client'); ${uses}`);
    for (const file of ['a.mjs', 'b.cjs']) {
      const { stdout } = await run(process.execPath, [join(folder, file)]);
      expect(stdout.trim()).toBe('function function function');
    }
    const { dependencies } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const [name, version] of Object.entries(dependencies)) expect(devDependencies[name]).toBe(version);
  });

  it('has types under which every example of its README compiles, strictly', async () => {
    const readme = readFileSync(join(source, 'README.md'), 'utf8');
    const [first, lists, webhook] = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
    writeFileSync(join(folder, 'first.mts'), `${first}\n${lists}`);
    const around =
      'declare const request: import("node:http").IncomingMessage; declare const rawBody: Buffer;\n';
    writeFileSync(join(folder, 'webhook.mts'), `${around}${webhook}`);
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2022',
          module: 'nodenext',
          lib: ['es2023'],
          types: ['node'],
          strict: true,
          noEmit: true,
          typeRoots: [join(root, 'node_modules', '@types')],
        },
        include: ['*.mts'],
      }),
    );
    const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
    const outcome = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(outcome.stdout).toBe('');
  });
});
