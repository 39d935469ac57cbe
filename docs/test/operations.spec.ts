import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { bootstrapTables } from './bootstrap-table.js';
import { metricsTable } from './metrics-table.js';
import { scheduledTasksTable } from './scheduled-tasks-table.js';
import { settingsTables } from './settings-table.js';

const resolvePage = (page: string): string => join(__dirname, '..', 'operations', `${page}.md`);

describe('docs/operations', () => {
  it.each([
    ['every setting of every program', 'settings', 'settings', settingsTables],
    ['every member of a bootstrap file', 'bootstrap', 'bootstrap', bootstrapTables],
    ['every scheduled task', 'observe', 'scheduled tasks', scheduledTasksTable],
    ['every metric', 'observe', 'metrics', metricsTable],
  ])('lists %s in %s.md (UPDATE_DOCS=1 npm run jest docs writes them)', async (_, page, name, table) => {
    const file = resolvePage(page);
    const markers = new RegExp(`(<!-- ${name} -->)[\\s\\S]*(<!-- /${name} -->)`);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(markers);
    const { code: expected } = await format(
      file,
      text.replace(markers, (_all, start: string, end: string) => `${start}\n\n${table()}\n\n${end}`),
      { printWidth: 110 },
    );
    if (process.env['UPDATE_DOCS']) writeFileSync(file, expected);
    expect(readFileSync(file, 'utf8')).toBe(expected);
  });
});
