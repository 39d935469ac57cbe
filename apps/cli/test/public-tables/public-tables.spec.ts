import { temporaryFolder } from '@app/testing';
import { catalogueFields, ImportRecord } from '@app/catalogue';
import type { CustomFieldRow } from '@app/identity';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSource } from '../../src/tables/table-options.js';
import { peopleFields } from '../../src/users/people-fields.js';
import { readUserRow } from '../../src/users/user-row.js';
import { amounts } from './amounts.js';
import { durations } from './durations.js';
import { layouts } from './layouts.js';
import { peopleTables } from './people.js';
import type { TableCase } from './table-case.js';

const cases = [...layouts, ...amounts, ...durations, ...peopleTables];
const defined = (['integer level', 'number ratio', 'boolean remote', 'date since'] as const).map((field) => {
  const [type, name] = field.split(' ') as [CustomFieldRow['type'], string];
  return { type, name, options: null };
});

describe('real-world tables', () => {
  const folder = temporaryFolder();

  function open({ target, file, options = {}, map }: TableCase) {
    const path = join(folder, 'table.csv');
    writeFileSync(path, file);
    if (map) writeFileSync(`${path}.yaml`, map);
    const fields = target === 'people' ? peopleFields(defined) : catalogueFields;
    return openSource(
      path,
      { ...options, ...(map && { map: `${path}.yaml` }) },
      fields,
      target === 'catalogue',
    );
  }

  /** The result of importing each line. */
  async function read(table: TableCase): Promise<Record<number, unknown>> {
    const seen: Record<number, unknown> = {};
    for await (const line of (await open(table)).lines())
      seen[line.line] = 'fault' in line ? line.fault : (findFault(table, line.value) ?? line.value);
    return seen;
  }

  function findFault({ target }: TableCase, value: unknown): string | undefined {
    if (target === 'catalogue') return ImportRecord.safeParse(value).error?.message;
    const row = readUserRow(value, defined);
    return 'reason' in row ? row.reason : undefined;
  }

  it.each(cases.filter(({ refused }) => refused !== undefined))('$name: is refused', async (table) => {
    await expect(open(table)).rejects.toThrow(table.refused);
  });

  it.each(cases.filter(({ refused }) => refused === undefined))(
    '$name: every value is right, or its line named',
    async (table) => {
      const besides = table.target === 'catalogue' ? { provider: 'acme', type: 'course' } : {};
      const right = Object.entries(table.lines ?? {}).map(([line, fields]) => [
        line,
        typeof fields === 'string' ? expect.stringContaining(fields) : { ...besides, ...fields },
      ]);
      expect(await read(table)).toEqual(Object.fromEntries(right));
      if (table.unused) expect((await open(table)).unused).toEqual(table.unused);
    },
  );
});
