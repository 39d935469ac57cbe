import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lines, textRecord, useCatalogCommand } from '../../test/use-catalog-command.js';

const command = useCatalogCommand();
const { run: catalog, file, titles } = command;

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
