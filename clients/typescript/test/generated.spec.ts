import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, createTypes } from './types-of.js';

describe('clients/typescript/src/generated', () => {
  it.each(['resource-api', 'auth-server'])(
    'has the types of docs/openapi/%s.json (npm run openapi:write brings them up to date)',
    async (name) => {
      const file = join(root, 'clients', 'typescript', 'src', 'generated', `${name}.ts`);
      const now = await createTypes(name);
      if (process.env['WRITE_OPENAPI'] === '1') writeFileSync(file, now);
      expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(now);
    },
  );
});
