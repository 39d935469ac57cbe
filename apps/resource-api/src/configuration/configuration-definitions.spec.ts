import { globSync, readFileSync } from 'node:fs';
import { configurationDefinitions } from './configuration-definitions.js';

describe('the definitions of configuration keys', () => {
  it('exist for exactly the keys that SQL statements read', () => {
    const read = globSync('{apps,libs}/*/src/**/*.ts')
      .filter((path) => !/\.spec\.ts$|\/migrations\//.test(path))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/configuration ?->>? ?'(\w+)'/g)])
      .map(([, key]) => key);
    expect(configurationDefinitions.map(({ key }) => key)).toEqual([...new Set(read)].sort());
  });
});
