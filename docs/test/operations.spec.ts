import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { metricsTable } from './metrics-table.js';
import { scheduledTasksTable } from './scheduled-tasks-table.js';
import { settingsTables } from './settings-table.js';

const file = join(__dirname, '..', 'operations.md');

describe('docs/operations.md', () => {
  it.each([
    ['every setting of every program', 'settings', settingsTables],
    ['every scheduled task', 'scheduled tasks', scheduledTasksTable],
    ['every metric', 'metrics', metricsTable],
  ])('lists %s (UPDATE_DOCS=1 npm run jest docs writes them)', async (_, name, table) => {
    const markers = new RegExp(`(<!-- ${name} -->)[\\s\\S]*(<!-- /${name} -->)`);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(markers);
    const { code: wanted } = await format(
      file,
      text.replace(markers, (_all, start: string, end: string) => `${start}\n\n${table()}\n\n${end}`),
      { printWidth: 110 },
    );
    if (process.env['UPDATE_DOCS']) writeFileSync(file, wanted);
    expect(readFileSync(file, 'utf8')).toBe(wanted);
  });
});
