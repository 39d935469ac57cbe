import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { bootstrapTables } from './bootstrap-table.js';
import { errorTables } from './errors-table.js';
import { limitsTables } from './limits-table.js';
import { metricsTable } from './metrics-table.js';
import { retentionTable } from './retention-table.js';
import { scheduledTasksTable } from './scheduled-tasks-table.js';
import { servers, settingsExample, settingsTables } from './settings-table.js';

const root = join(__dirname, '..');

describe('documents with tables made from lists', () => {
  it.each([
    ['every setting of every program', 'operations/settings', 'settings', settingsTables],
    ['every member of a bootstrap file', 'operations/bootstrap', 'bootstrap', bootstrapTables],
    ['every scheduled task', 'operations/observe', 'scheduled tasks', scheduledTasksTable],
    ['every metric', 'operations/observe', 'metrics', metricsTable],
    ['how long each table is kept', 'data-protection', 'retention', retentionTable],
    ['every error code', 'errors', 'errors', errorTables],
    ['every limit', 'limits', 'limits', limitsTables],
  ])('list %s in %s.md (UPDATE_DOCS=1 npm run jest docs writes them)', async (_, page, name, table) => {
    const file = join(root, `${page}.md`);
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

  it.each(Object.keys(servers))('has an example file of the settings of %s', (server) => {
    const file = join(root, 'operations', 'settings', `${server}.env`);
    if (process.env['UPDATE_DOCS']) writeFileSync(file, settingsExample(server));
    expect(readFileSync(file, 'utf8')).toBe(settingsExample(server));
  });
});
