import { readRows, type Layout } from './records.js';

/** Each line as its number and its cells, or `!` and how the fault begins. */
async function read(text: string, layout: Partial<Layout> = {}, size = text.length) {
  const parts = text.match(new RegExp(`[^]{1,${Math.max(1, size)}}`, 'g')) ?? [];
  const seen: unknown[] = [];
  for await (const row of readRows(parts, { delimiter: ',', ...layout }))
    seen.push('cells' in row ? [row.line, ...row.cells] : [row.line, `!${row.fault.slice(0, 17)}`]);
  return seen;
}
const STRAY = '!a quotation mark ';

describe('rows of a table', () => {
  it.each([
    ['LF', 'a,b\n1,2\n'],
    ['CR LF', 'a,b\r\n1,2\r\n'],
    ['CR', 'a,b\r1,2\r'],
    ['no end', 'a,b\n1,2'],
    ['spaces around', ' a , b \n 1,  "2" \n'],
  ])('with %s', async (_, text) =>
    expect(await read(text)).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
    ]),
  );

  const mixed = 'a,b\r\n1,2\n3,4\r5,"6\r\n7\n8\r9"\r\n\r\n \t\n10,é\u{1F600}\n,\n11,"say ""yes"""';
  const mixedRows = [
    [1, 'a', 'b'],
    [2, '1', '2'],
    [3, '3', '4'],
    [4, '5', '6\r\n7\n8\r9'],
    [10, '10', 'é\u{1F600}'],
    [12, '11', 'say "yes"'],
  ];
  it.each([1, 2, 3, 5, 7, 100])(
    'with any mix of line endings, line breaks in cells, empty lines; in parts of %i characters',
    async (size) => expect(await read(mixed, { width: 2 }, size)).toEqual(mixedRows),
  );

  it.each([1, 4, 100])(
    'a stray or unclosed quotation mark spoils only its line (parts of %i)',
    async (size) => {
      const text =
        'id,text\n1,ok\n2,a 5" disk\n3,ok\n4,"open\n5,ok\n6,"clo"sed\n7,"two\nlines"\n8,"never\n9,ok\n10,ok\n';
      expect(await read(text, { width: 2 }, size)).toEqual([
        [1, 'id', 'text'],
        [2, '1', 'ok'],
        [3, STRAY],
        [4, '3', 'ok'],
        [5, STRAY],
        [6, '5', 'ok'],
        [7, STRAY],
        [8, '7', 'two\nlines'],
        [10, STRAY],
        [11, '9', 'ok'],
        [12, '10', 'ok'],
      ]);
    },
  );

  it('does not swallow lines between two quotation marks that are both wrong', async () => {
    expect(await read('a,b,c\n1,"open,x\n2,y,"\n3,y,z\n', { width: 3 })).toEqual([
      [1, 'a', 'b', 'c'],
      [2, STRAY],
      [3, STRAY],
      [4, '3', 'y', 'z'],
    ]);
  });

  it('names rows with too few or too many cells; empty ones at the end do not count', async () => {
    expect(await read('a,b\n1\n1,2,3\n1,2,,\n', { width: 2 })).toEqual([
      [1, 'a', 'b'],
      [2, '!has 1 cells, the '],
      [3, '!has 3 cells, the '],
      [4, '1', '2'],
    ]);
  });

  it('keeps tabs as delimiters, and empty cells', async () => {
    expect(await read('a\tb\tc\n\t\tx\n"q"\t\t"r"\n', { delimiter: '\t', width: 3 })).toEqual([
      [1, 'a', 'b', 'c'],
      [2, '', '', 'x'],
      [3, 'q', '', 'r'],
    ]);
  });

  it('gives up on a quotation mark after some megabytes, not at the end of the file', async () => {
    const text = `a,b\n1,"open\n${`2,${'x'.repeat(150)}\n`.repeat(30_000)}`;
    let [rows, faults] = [0, 0];
    for await (const row of readRows(text.match(/[^]{1,65536}/g)!, { delimiter: ',', width: 2 }))
      if ('cells' in row) rows++;
      else faults++;
    expect([rows, faults]).toEqual([30_001, 1]);
  });
});
