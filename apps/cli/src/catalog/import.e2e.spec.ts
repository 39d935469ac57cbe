import { exportCatalogue, type ImportRecord } from '@app/catalogue';
import { openDatabase, sql, type Database } from '@app/database';
import { CatalogueSeed, compiledOnce, createTestDatabase, eventually, TestClock } from '@app/testing';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lines, textRecord, useCatalogCommand } from '../../test/use-catalog-command.js';

const command = useCatalogCommand();

const { run: catalog, file, titles } = command;

/** Length of the file whose import is killed: `IMPORT_LINES=200000` is the long version. */
const importLines = Number(process.env['IMPORT_LINES'] ?? 3000);

const events = async (): Promise<string[]> =>
  await command.database.column<string>(sql`select type from learning.outbox order by id`);
const versions = async () =>
  (await command.database.one<{ sum: number }>(
    sql`select sum(version)::int as sum from learning.catalogue_version`,
  ))!.sum;

describe('catalog import', () => {
  it('creates, updates in place, skips unchanged lines, and notifies webhooks of changes', async () => {
    const first = file('a.ndjson', lines(textRecord('1', 'One'), textRecord('2', 'Two')));
    expect(await catalog('import', first)).toContain('2 created, 0 updated, 0 unchanged');
    expect(await events()).toEqual(['lo.create', 'lo.create']);
    const version = await versions();
    expect(await catalog('import', first)).toContain('0 created, 0 updated, 2 unchanged');
    expect(await versions()).toBe(version);
    const second = file('b.ndjson', lines(textRecord('1', 'One'), textRecord('2', 'Two and a half')));
    expect(await catalog('import', second)).toContain('0 created, 1 updated, 1 unchanged');
    expect(await titles()).toEqual(['One', 'Two and a half']);
    expect(await events()).toEqual(['lo.create', 'lo.create', 'lo.update']);
  });

  it('keeps changes made outside the import as long as the line is unchanged', async () => {
    const path = file('a.ndjson', lines(textRecord('1', 'One')));
    await catalog('import', path);
    await command.database.write((tx) => tx.run(sql`update learning.learning_objects set title = 'By hand'`));
    expect(await catalog('import', path)).toContain('1 unchanged');
    expect(await titles()).toEqual(['By hand']);
  });

  it('uses the first of two lines with one external_id, so that importing the file again changes nothing', async () => {
    const path = file(
      'twice.ndjson',
      lines(textRecord('1', 'One'), textRecord('2', 'Two'), textRecord('1', 'Another one')),
    );
    expect(await catalog('import', path)).toContain(
      '2 created, 0 updated, 0 unchanged, 0 objects retired, 1 bad',
    );
    expect(await catalog('import', path)).toContain('0 created, 0 updated, 2 unchanged');
    expect(await titles()).toEqual(['One', 'Two']);
    expect(JSON.parse(readFileSync(`${path}.bad.ndjson`, 'utf8'))).toEqual({
      line: 3,
      reason: 'external_id: "1" is already on line 1, which is the one that is imported',
    });
  });

  it('deletes the bad-lines file of an earlier import when no line is bad any more', async () => {
    const path = file('healed.ndjson', '{');
    await catalog('import', path);
    expect(existsSync(`${path}.bad.ndjson`)).toBe(true);
    file('healed.ndjson', lines(textRecord('1', 'One')));
    await catalog('import', path);
    expect(command.exitCode).toBeUndefined();
    expect(existsSync(`${path}.bad.ndjson`)).toBe(false);
  });

  it('writes bad lines to a file with number and reason, and continues', async () => {
    const path = file(
      'bad.ndjson',
      [
        JSON.stringify(textRecord('1', 'Good')),
        '{"provider": "acme", ',
        JSON.stringify(textRecord('3', '')),
        JSON.stringify({ ...textRecord('4', 'x'), provider: 'nobody' }),
        JSON.stringify(textRecord('5', 'x', { items: [{ ref: '1' }] })),
        JSON.stringify({ ...textRecord('6', 'x'), type: 'course', items: [{ ref: 'missing' }] }),
        '',
        JSON.stringify(textRecord('8', 'x', { content_groups: ['none'] })),
        JSON.stringify(textRecord('9', 'Also good')),
      ].join('\n'),
    );
    expect(await catalog('import', path)).toContain(
      '8 lines: 2 created, 0 updated, 0 unchanged, 0 objects retired, 6 bad.',
    );
    const bad = readFileSync(`${path}.bad.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { line: number; reason: string })
      .sort((one, other) => one.line - other.line);
    expect(command.exitCode).toBe(1);
    expect(command.said.at(-1)).toContain(`6 bad lines are in ${path}.bad.ndjson.`);
    expect(command.said.at(-1)).toContain('line 2 is bad: no JSON');
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 8]);
    expect(bad.map(({ reason }) => reason.split(':')[0])).toEqual([
      ...['no JSON', 'title', 'provider', 'items', 'items', 'content_groups'],
    ]);
    expect(await titles()).toEqual(['Good', 'Also good']);
  });

  it('only reports the changes with --dry-run', async () => {
    const path = file(
      'a.ndjson',
      lines(textRecord('1', 'One'), { ...textRecord('2', 'Two'), type: 'award', items: [{ ref: '1' }] }),
    );
    expect(await catalog('import', path, '--dry-run')).toMatch(/Nothing was changed[\s\S]*2 created/);
    expect(await titles()).toEqual([]);
    expect(await events()).toEqual([]);
  });

  it('with --prune retires its own providers’ objects missing from the file, and restores them when they return', async () => {
    const both = file('a.ndjson', lines(textRecord('1', 'One'), textRecord('2', 'Two')));
    await catalog('import', both);
    await catalog(
      'import',
      file('g.ndjson', lines({ ...textRecord('1', 'Globex one'), provider: 'globex' })),
    );
    expect(await catalog('import', file('b.ndjson', lines(textRecord('1', 'One'))), '--prune')).toContain(
      '1 objects retired',
    );
    expect((await titles()).sort()).toEqual(['Globex one', 'One']);
    expect((await events()).at(-1)).toBe('lo.delete');
    await catalog('import', both);
    expect((await titles()).sort()).toEqual(['Globex one', 'One', 'Two']);
    const withBad = file('c.ndjson', `${lines(textRecord('1', 'One'))}\n{`);
    expect(await catalog('import', withBad, '--prune')).toContain('0 objects retired');
    expect(await titles()).toHaveLength(3);
  });

  it('retires items removed from a course, and keeps those used elsewhere', async () => {
    const part = (external_id: string) => ({ external_id, type: 'text', title: `Part ${external_id}` });
    const course = (items: object[]) => ({ ...textRecord('c', 'Course'), type: 'course', items });
    await catalog(
      'import',
      file('a.ndjson', lines(textRecord('own', 'Own'), course([part('p1'), part('p2'), { ref: 'own' }]))),
    );
    await catalog('import', file('b.ndjson', lines(course([part('p2')]))));
    expect((await titles()).sort()).toEqual(['Course', 'Own', 'Part p2']);
  });

  it('refuses an object that would contain itself', async () => {
    const course = (id: string, items: object[]) => ({ ...textRecord(id, id), type: 'course', items });
    await catalog('import', file('a.ndjson', lines(course('a', []), course('b', [{ ref: 'a' }]))));
    expect(await catalog('import', file('b.ndjson', lines(course('a', [{ ref: 'b' }]))))).toContain('1 bad');
  });

  it(
    'continues after kill -9 and ends with the same catalogue as an undisturbed run',
    async () => {
      const records = Array.from({ length: importLines }, (_, index) =>
        index % 10 === 9
          ? {
              ...textRecord(`n${index}`, `Course ${index}`),
              type: 'course',
              items: [
                { external_id: `n${index}-1`, type: 'text', title: `Part of ${index}` },
                { ref: `n${index - 1}` },
              ],
            }
          : textRecord(`n${index}`, `Lesson ${index}`),
      );
      const path = file('big.ndjson', lines(...records));
      const reached: number[] = [];
      for (const part of [0.25, 0.6]) {
        const running = startElsewhere(path, command.test.urls.api);
        await untilLine(Math.floor(importLines * part));
        running.kill('SIGKILL');
        await new Promise((done) => running.once('exit', done));
        reached.push(await lineReached());
      }
      expect(reached[0]).toBeGreaterThan(0);
      expect(reached[1]).toBeGreaterThan(reached[0]!);
      expect(reached[1]).toBeLessThan(importLines);
      const outcome = await catalog('import', path, '--no-events');
      expect(outcome).toContain(`Resumed after line`);
      const interrupted = await fingerprint(command.database);

      const other = await createTestDatabase();
      const undisturbed = await openDatabase({ url: other.urls.owner, applicationName: 'test', poolSize: 2 });
      try {
        await undisturbed.write((tx) =>
          tx.run(sql`insert into identity.portals (id, name, title) values (1, 'acme', 'Acme')`),
        );
        const seed = await CatalogueSeed.open(other.urls.owner, new TestClock());
        await seed.provider('acme', 1);
        await seed.load(records as never);
        await seed.close();
        expect(interrupted).toEqual(await fingerprint(undisturbed));
      } finally {
        await undisturbed.dataSource.destroy();
        await other.drop();
      }
    },
    120_000 + 10 * importLines,
  );

  const lineReached = async () =>
    (await command.database.value<number>(sql`select line from learning.catalogue_imports`)) ?? 0;
  const untilLine = (line: number) => eventually('line', lineReached, (reached) => reached >= line);
});

/** `catalog import` in its own process, as people run it. */
function startElsewhere(path: string, url: string) {
  const command = [join('dist', 'apps', 'cli', 'src', 'main.js'), 'catalog', 'import', path, '--no-events'];
  return spawn(process.execPath, command, {
    env: { ...process.env, ...compiledOnce(), DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Everything that an import determines, without ids and times. */
async function fingerprint(reader: Database): Promise<unknown> {
  // done after an import by autovacuum, which is off in tests
  await reader.write((tx) => tx.run(sql`analyze`.unprepared()));
  const records: ImportRecord[] = [];
  for await (const record of exportCatalogue(reader)) records.push(record);
  const documents = await reader.many(sql`
    select o.external_id, d.facet_codes is not null as has_codes, length(d.doc) as lexemes,
           cardinality(d.lineage) as lineage,
           encode(o.import_digest, 'hex') as digest
      from learning.search_doc d join learning.learning_objects o on o.id = d.lo_id order by o.external_id`);
  return {
    records: records.sort((one, other) => one.external_id.localeCompare(other.external_id)),
    documents,
  };
}

describe('catalog import and export of tables', () => {
  it('reads a table by a map, with defaults and transforms', async () => {
    const map = file(
      'map.yaml',
      `provider: acme
defaults: { type: course, language: en }
columns:
  external_id: id
  title: { from: [long_title, title] }
  pricing.price: { from: price, as: number, values: { Free: 0 } }
  delivery.duration: { from: length, as: minutes }
  tags: { from: labels, as: list, split: ';' }
  url: { from: SLUG, template: 'https://courses.example/{}' }
  language: { from: lang, values: { English: en, German: de } }
`,
    );
    const table = file(
      'table.csv',
      'id,title,long_title,price,length,labels,slug,lang\n' +
        '1,Short,"Long, with ""quotes""",Free,1h 30m,a; b;a,one,English\n' +
        '2,Second,,"1,234.50",45 min,,two,German\n' +
        '3,Third,,cheap,10,,three,English\n',
    );
    expect(await catalog('import', table, '--map', map)).toContain(
      '2 created, 0 updated, 0 unchanged, 0 objects retired, 1 bad',
    );
    const records = await command.exported();
    expect(
      records.map(({ title, pricing, delivery, tags, url, language }) => ({
        title,
        price: pricing?.price,
        minutes: delivery?.duration,
        tags,
        url,
        language,
      })),
    ).toEqual([
      {
        title: 'Long, with "quotes"',
        price: 0,
        minutes: 90,
        tags: ['a', 'b'],
        url: 'https://courses.example/one',
        language: 'en',
      },
      {
        title: 'Second',
        price: 1234.5,
        minutes: 45,
        tags: [],
        url: 'https://courses.example/two',
        language: 'de',
      },
    ]);
    expect(readFileSync(`${table}.bad.ndjson`, 'utf8')).toContain(
      '"line":4,"reason":"column \\"price\\": \\"cheap\\" is not a number"',
    );
  });

  it.each([
    ['columns: { "Title!": x }', /map file cannot be used[^]*"Title!" is no field; did you mean title\?/],
    ['columns: { price: x }', /"price" is no field; did you mean pricing.price\?/],
    ['defaults: { pricing: { vat: 1 } }\ncolumns: {}', /"pricing.vat" is no field/],
    ['columns: { title: { from: a, is: number } }', /(?:unknown members|Unrecognized key): "?is/],
    ['columns: { title: { from: a, as: amount } }', /one of[^]*money[^]*at columns\.title\.as/],
    ['columns: { title: a }', /map has no column for external_id, type: say with --map/],
    [
      'columns: { title: b, external_id: a, type: a }',
      /table has no column "b" for title. Its columns are: a/,
    ],
  ])('reports the fault of the map %j', async (yaml, reason) => {
    const map = file('map.yaml', `provider: acme\n${yaml}\n`);
    await expect(catalog('import', file('t.csv', 'a\n1\n'), '--map', map)).rejects.toThrow(reason);
  });

  it('explains in one sentence why it cannot read other input', async () => {
    const map = file('map.yaml', 'provider: acme\ncolumns: { title: a, external_id: a, type: a }\n');
    const table = file('courses.csv', 'Code,Name\n1,One\n');
    const json = file('courses.ndjson', lines(textRecord('1', 'One')));
    await expect(catalog('import', table)).rejects.toThrow(
      'The table has no column for provider, external_id, type: say with --map which it is. The columns are: Code, Name.',
    );
    await expect(catalog('import', json, '--map', map)).rejects.toThrow(
      'courses.ndjson has JSON, not a table: import it without --map.',
    );
    await expect(catalog('import', file('list.json', `[${lines(textRecord('1', 'One'))}]`))).rejects.toThrow(
      'list.json is one list in JSON: write one object on each line',
    );
  });

  it('takes one character as the delimiter, and tab by its name', async () => {
    const table = (delimiter: string) =>
      ['provider,external_id,type,title', 'acme,1,text,One'].join('\n').replaceAll(',', delimiter);
    for (const name of ['tab', '\\t'])
      expect(await catalog('import', file('t.tsv', table('\t')), '--delimiter', name)).toContain('0 bad');
    for (const name of ['ab', '', '"'])
      await expect(catalog('import', file('t.csv', table(',')), '--delimiter', name)).rejects.toThrow(
        'It is one character',
      );
  });

  it('continues after control characters, and reports HTML that will not run', async () => {
    const records = [
      textRecord('1', 'One', { summary: 'a\0b' }),
      textRecord('2', 'Two', {
        content: { html: '<iframe src="https://v.example"></iframe><script>x()</script>' },
      }),
      textRecord('3', 'Three', { content: { html: '<p onclick="x()">' } }),
    ];
    const path = file('odd.ndjson', `${lines(...records).replace('Three', '\\ud800')}\n`);
    expect(await catalog('import', path)).toContain('3 lines: 1 created');
    const report = command.said.at(-1)!;
    expect(report).toContain('line 2: content.html: scripts do not run in it: use the type "interactive"');
    expect(report).toContain('line 2: content.html: embedded players do not run in it');
    expect(report).toContain('line 1 is bad: summary: must not contain control characters');
    expect(report).toContain('line 3 is bad: title: must not contain control characters');
  });

  it('exports a table that it reads again: nothing changes', async () => {
    const odd = textRecord('1', '=One; "quoted"\nover lines', {
      description: "'=not a formula\r\n@here; -there",
      tags: ['a;b', 'c, d', "['x']", '(basics)', '-minus'],
      topics: ['One'],
      pricing: { price: 1234.12, currency: 'CHF', tax_included: false },
      ratings: { five_star_rating: 4.33, ratings_count: 1200 },
      delivery: { duration: 90 },
      attributes: { level: '=2', list: [1, { a: 'b;=c' }] },
      content: { html: '<p>Say "yes"; =no</p>', mimetype: 'text/html' },
    });
    const course = {
      ...textRecord('2', 'Course'),
      type: 'course',
      items: [
        { ref: '1', required: true },
        { external_id: '3', type: 'text', title: '+in' },
      ],
      events: [{ start: '2026-01-01T09:00:00Z', end: '2026-01-01T10:00:00Z', location: { country: 'DE' } }],
    };
    await catalog('import', file('a.ndjson', lines(odd, course)));
    const table = join(command.folder, 'table.csv');
    await catalog('export', '--format', 'csv', '--out', table);
    expect(readFileSync(table, 'utf8')).toMatch(/^\uFEFFprovider,external_id,type,title,/);
    const exported = async () => JSON.stringify(await command.exported());
    const before = await exported();
    const outcome = await catalog('import', table);
    expect(await exported()).toBe(before);
    expect(outcome).toContain('2 lines: 0 created, 0 updated, 2 unchanged');
    await catalog('export', '--format', 'csv', '--no-bom', '--out', table);
    const edited = readFileSync(table, 'utf8').replace('acme,2,course,Course', 'acme,2,course,Renamed');
    expect(await catalog('import', file('edited.csv', edited))).toContain('1 updated, 1 unchanged');
    expect(await titles()).toContain('Renamed');
  });
});
