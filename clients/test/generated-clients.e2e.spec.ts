import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { documentFile, root, createTypes } from '../typescript/test/types-of.js';
import { expectOutcome, type Outcome } from './goes-through.js';
import { usePlatform, type ApiConnection } from './platform-stack.js';

const documents = ['resource-api', 'auth-server'];

/** Its package can only be imported, not required: it runs as a separate program. */
function heyApi(folder: string, config: object): void {
  const file = join(folder, 'openapi-ts.config.mjs');
  writeFileSync(file, `export default ${JSON.stringify(config)};`);
  const bin = join(root, 'node_modules', '@hey-api', 'openapi-ts', 'bin', 'run.js');
  execFileSync(process.execPath, [bin, '--file', file], { cwd: folder, stdio: 'pipe' });
}

/** The program in `folder`, compiled as strictly as the compiler can. @throws Error with what it says */
function compiled(folder: string): (connection: ApiConnection, receiver: string) => Promise<Outcome> {
  const compilerOptions = {
    target: 'es2022',
    module: 'node20',
    moduleResolution: 'node16',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    outDir: 'js',
    rootDir: '.',
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['flow.ts'] }));
  const tsc = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  const load = createRequire(__filename);
  return (
    load(join(folder, 'js', 'flow.js')) as {
      flow: (connection: ApiConnection, receiver: string) => Promise<Outcome>;
    }
  ).flow;
}

/** Each is driven through token, search, webhook, person and enrollment, and hears of the person. */
describe('Clients that generators make from docs/openapi', () => {
  const platform = usePlatform();
  const folders: string[] = [];
  const newFolder = (flow: string): string => {
    const data = join(root, '.data'); // where packages are found, and git does not look
    mkdirSync(data, { recursive: true });
    const folder = mkdtempSync(join(data, 'generated-'));
    folders.push(folder);
    cpSync(join(__dirname, 'assets', flow), join(folder, 'flow.ts'));
    return folder;
  };
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  const goesThrough = async (
    flow: (connection: ApiConnection, receiver: string) => Promise<Outcome>,
  ): Promise<void> => expectOutcome(platform, await flow(platform.connection, platform.receiver.url));

  it('openapi-typescript and openapi-fetch', async () => {
    const folder = newFolder('openapi-fetch-flow.ts');
    for (const name of documents) writeFileSync(join(folder, `${name}.ts`), await createTypes(name));
    await goesThrough(compiled(folder));
  });

  it('@hey-api/openapi-ts', async () => {
    const folder = newFolder('hey-api-flow.ts');
    for (const name of documents)
      heyApi(folder, {
        input: documentFile(name),
        logs: { level: 'silent' },
        output: { path: join(folder, name), module: { extension: '.js' } },
        plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      });
    await goesThrough(compiled(folder));
  });
});
