import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const asset = (...path: string[]): string =>
  read('apps', 'auth-server', 'test', 'counterparts', 'assets', ...path);

describe('docs/partner-guide.md: libraries that sign people in', () => {
  const table = [...read('docs', 'partner-guide.md').matchAll(/^\| (\S.*?) +\| (\d+\.\d+\.\d+) +\|/gm)];

  it('names the versions that the tests use', () => {
    const { devDependencies, dependencies } = JSON.parse(read('package.json')) as Record<
      string,
      Record<string, string>
    >;
    const used = new Map(Object.entries({ ...dependencies, ...devDependencies }));
    used.set('authlib', /authlib==(\S+)/.exec(asset('authlib', 'requirements.txt'))![1]!);
    used.set('go-oidc', /go-oidc\/v3 v(\S+)/.exec(asset('go-oidc', 'go.mod'))![1]!);
    used.set('Spring Boot', /<version>(.+?)<\/version>/.exec(asset('spring', 'pom.xml'))![1]!);
    const named = table.map(([, name, version]) => [name!.replace(/ \(.*/, ''), version]);
    expect(named).toHaveLength(9);
    expect(named).toEqual(named.map(([name]) => [name, used.get(name!)]));
  });
});
