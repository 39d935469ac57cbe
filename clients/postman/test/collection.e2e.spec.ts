import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usePlatform } from '../../test/platform-stack.js';
import { documentFile } from '../../typescript/test/types-of.js';
import { collection, environment, type Item } from './collection.js';

const folder = join(__dirname, '..');
const files = [
  ['learning-platform.postman_collection.json', collection],
  ['npm-start.postman_environment.json', environment],
] as const;

describe('clients/postman', () => {
  const platform = usePlatform();
  const generated = collection();
  const items = generated.item.flatMap(({ item }) => item);

  it.each(files)('%s is that of docs/openapi (npm run openapi:write brings it up to date)', (name, make) => {
    const file = join(folder, name);
    const now = `${JSON.stringify(make(), null, 2)}\n`;
    if (process.env['WRITE_OPENAPI'] === '1') writeFileSync(file, now);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(now);
  });

  it('has every operation of both documents, in the folder of its tag', () => {
    const operations = ['auth-server', 'resource-api'].flatMap((name) => {
      const { paths } = JSON.parse(readFileSync(documentFile(name), 'utf8')) as {
        paths: Record<string, Record<string, { tags: string[] }>>;
      };
      return Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { tags }]) => `${tags[0]}: ${method.toUpperCase()} ${path}`),
      );
    });
    const requestNames = generated.item.flatMap(({ name, item }) =>
      item.map(({ request: { method, url } }) => {
        const path = url.path.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/');
        return `${name}: ${method} /${path}`;
      }),
    );
    expect([...new Set(requestNames)].sort()).toEqual(operations.sort());
    expect([generated.item[0]!.name, items[0]!.name]).toEqual(['Tokens', 'client_credentials']);
  });

  it('uses no variable that the environment does not have', () => {
    const named = new Set([...JSON.stringify(generated).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    const knownNames = (environment()['values'] as { key: string }[]).map(({ key }) => key);
    expect([...named].sort()).toEqual(knownNames.sort());
  });

  it('goes through as it is: a token, which every list then takes', async () => {
    const { auth, api, client_id, client_secret } = platform.connection;
    const values: Record<string, string> = { auth, api, client_id, client_secret, token: '' };
    const written = (form: { key: string; value: string }[]) =>
      new URLSearchParams(Object.fromEntries(form.map(({ key, value }) => [key, filled(value)]))).toString();
    const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name]!);
    const send = async ({ request: { method, url, header, auth: ownAuth, body } }: Item) => {
      const headers = Object.fromEntries(
        header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
      );
      const form = (body?.['urlencoded'] ?? []) as { key: string; value: string }[];
      return fetch(filled(url.raw), {
        method,
        headers: ownAuth ? headers : { ...headers, authorization: `Bearer ${values['token']}` },
        ...(method === 'GET' ? {} : { body: filled((body?.['raw'] as string | undefined) ?? written(form)) }),
      });
    };
    const [first] = items;
    const token = await send(first!);
    expect(token.status).toBe(200);
    values['token'] = ((await token.json()) as { access_token: string }).access_token;
    const lists = items.filter(
      ({ request: { method, url } }) =>
        method === 'GET' && url.variable.length === 0 && url.host[0] === '{{api}}',
    );
    expect(lists.length).toBeGreaterThan(12);
    const answers = await Promise.all(
      lists.map(async (item) => [item.request.url.raw, (await send(item)).status]),
    );
    // what asks for a query, or for another permission of the client, says so
    expect(answers.filter(([, status]) => ![200, 400, 403].includes(Number(status)))).toEqual([]);
    expect(answers.filter(([, status]) => status === 200).length).toBeGreaterThan(8);
    // the examples of bodies are understood
    const person = items.find(
      ({ request: { method, url } }) => method === 'POST' && url.path.join('/') === 'v2/users',
    )!;
    expect((await send(person)).status).toBe(201);
  });
});
