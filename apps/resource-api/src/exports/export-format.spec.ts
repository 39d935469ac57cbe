import { parse } from 'csv-parse/sync';
import { lineWriter } from './export-format.js';

const csv = (value: unknown): string => lineWriter('csv', ['a']).line({ a: value });
const cell = (value: unknown): string => parse(`x,${csv(value)}`)[0]![1]!;

describe('a line of CSV', () => {
  it('has the columns in order, with those of inner objects prefixed by their name', () => {
    const { header, line } = lineWriter('csv', ['id', 'lo_title', 'lo_id', 'none']);
    expect(header).toBe('id,lo_title,lo_id,none\r\n');
    expect(line({ lo: { id: 7, title: 'T' }, id: 1, other: 'x' })).toBe('1,T,7,\r\n');
  });

  it.each(['plain', 'a "quote"', 'a, comma', 'two\nlines', 'ü\r\n', ' blanks ', 'a;b', '', '日本'])(
    'round-trips %j',
    (text) => expect(cell(text)).toBe(text),
  );

  it.each([
    [null, ''],
    [undefined, ''],
    [-5.5, '-5.5'],
    [true, 'true'],
    [[1, 2], '1;2'],
    [['Content administrator', 'Learner'], 'Content administrator;Learner'],
    [['a;b', 'c'], '["a;b","c"]'],
    [4.333, '4.3330'],
  ])('writes %j as %s', (value, text) => expect(cell(value)).toBe(text));

  it.each(['=1+1', '+49', '-1', '@sum', '\t=1', '\r=1', ' =1', '"=1', "'=1", '＝1', '=cmd|/c'])(
    'neutralises the formula in %j',
    (text) => expect(cell(text)).toMatch(/^[\s"']*'/),
  );

  it.each(['a;=1+1', 'a\t=1', 'a\n=1', 'a\r\n@x', 'a; "=1', 'a|=1'])(
    'neutralises it in %j, for spreadsheets with other separators',
    (text) => expect(cell(text)).not.toMatch(/[;\t\r\n|][\s"]*[=+\-@]/),
  );

  it('takes linear time: in quadratic time this would never end', () => {
    for (const unit of ['=', ' ', ';', '" ', '\n', '; ', '\t\r', "'", '; "'])
      expect(csv(unit.repeat(1_000_000)).length).toBeGreaterThanOrEqual(1_000_000);
  });
});

describe('a line of NDJSON', () => {
  it('is the object', () => {
    const { header, line } = lineWriter('ndjson', []);
    expect([header, line({ a: '=1\n', b: { c: null } })]).toEqual(['', '{"a":"=1\\n","b":{"c":null}}\n']);
  });
});
