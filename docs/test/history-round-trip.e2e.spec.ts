import { temporaryFolder } from '@app/testing';
import { openDatabase } from '@app/database';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { enrollmentFields } from '../../apps/cli/src/enrollments/enrollment-row.js';
import { importEnrollments } from '../../apps/cli/src/enrollments/import-enrollments.js';
import { openSource } from '../../apps/cli/src/tables/table-options.js';
import { useResourceApi, type TestAccount } from '../../apps/resource-api/test/resource-api.js';

/** What differs between portals: ids of their rows, and when a row was written. */
const OWN_COLUMNS = ['id', 'user_id', 'parent_enrollment_id', 'updated_time', 'timestamp', 'archived_by'];

describe('an exported history', () => {
  const api = useResourceApi();
  const folder = temporaryFolder();
  const file = join(folder, 'history.csv');

  /** The portal's whole history as a table. */
  const exportTable = async ({ token }: TestAccount): Promise<string> =>
    (await api.http.get('/v2/enrollments/export?format=csv&archived=all&bom=false', { token })).text;
  async function readTable(text: string): Promise<Record<string, unknown>[]> {
    const [header = '', ...rows] = text.trimEnd().split(/\r?\n/);
    const names = header.split(',');
    return rows.map((row) =>
      Object.fromEntries(
        row.split(',').flatMap((cell, place) => {
          const name = names[place]!;
          return OWN_COLUMNS.includes(name) ? [] : [[name, cell]];
        }),
      ),
    );
  }

  it('can be imported into an empty portal and exported again with the same content', async () => {
    const [from, to] = [await api.administrator(), await api.administrator()];
    const seed = await api.catalogue();
    await seed.provider('market', from.portal.id);
    const ids = await seed.load([
      {
        provider: 'market',
        external_id: 'course',
        type: 'course',
        title: 'Course',
        premium: true,
        items: [{ external_id: 'part', type: 'text', title: 'Part' }],
      },
      { provider: 'market', external_id: 'text', type: 'text', title: 'Text', premium: true },
      { provider: 'market', external_id: 'award', type: 'award', title: 'Award', premium: true },
    ]);
    const lo_id = (name: string) => ids.get(`market ${name}`)!;
    const send = async (method: 'post' | 'patch' | 'delete', path: string, json?: object) => {
      const { status, body } = await api.http[method](path, { token: from.token, ...(json && { json }) });
      expect([path, status < 300]).toEqual([path, true]);
      return body;
    };
    for (const first_name of ['Ana', 'Ben']) {
      const { id: user_id, email } = await api.account(from.portal, { first_name });
      await api.account(to.portal, { first_name, email });
      const enroll = (name: string, more: object = {}) =>
        send('post', '/v2/enrollments', { user_id, lo_id: lo_id(name), ...more });
      const course = await enroll('course', { due_date: 1_900_000_000 });
      await enroll('part', { parent_enrollment_id: course.id, status: 'completed', result: 66.5 });
      await enroll('text', { status: 'completed', end_date: 1_700_000_000, pass: false });
      await send('post', '/v2/enrollments?re-enroll=true', {
        user_id,
        lo_id: lo_id('text'),
        status: 'in-progress',
      });
      const award = await enroll('award');
      await send('delete', `/v2/enrollments/${award.id}`);
    }
    const exported = await exportTable(from);
    writeFileSync(file, exported);
    const database = await openDatabase({ url: api.database.urls.api, applicationName: 'test', poolSize: 2 });
    const source = await openSource(file, {}, enrollmentFields([]), false);
    const bad: object[] = [];
    const options = {
      database,
      portalId: to.portal.id,
      outbox: undefined,
      dryRun: false,
      onBadLine: (line: object) => bad.push(line),
      onBatch: () => Promise.resolve(),
    };
    expect(await importEnrollments(source.lines, options)).toEqual({
      lines: 10,
      created: 10,
      unchanged: 0,
      bad: 0,
    });
    expect([bad, source.unused]).toEqual([[], []]);
    expect(await readTable(await exportTable(to))).toEqual(await readTable(exported));
    expect(await importEnrollments(source.lines, options)).toMatchObject({ created: 0, unchanged: 10 });
    // and in the portal of its origin, which has all of it
    const back = { ...options, portalId: from.portal.id };
    expect(await importEnrollments(source.lines, back)).toMatchObject({ created: 0, unchanged: 10 });
    await database.dataSource.destroy();
  });
});
