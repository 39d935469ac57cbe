import { csvLine, withoutApostrophes } from './csv-line.js';
import { readRows } from './records.js';

describe('a text that is written and read again', () => {
  const alphabet = ["'", '"', '=', '-', ';', ',', '\n', '\r', '\t', ' ', '|', 'a', '＝'];
  /** All texts of up to four of these characters. */
  const texts = (length: number): string[] =>
    length === 0 ? [''] : ['', ...texts(length - 1).flatMap((text) => alphabet.map((one) => one + text))];

  it('is the same, even if it resembles a formula', async () => {
    const cells = [...new Set(texts(4))].filter((text) => text.trim() !== '');
    const file = cells.map((text) => csvLine(['x', text])).join('');
    const read: string[] = [];
    for await (const row of readRows([file], { delimiter: ',', width: 2 }))
      read.push('cells' in row ? withoutApostrophes(row.cells[1]!) : row.fault);
    expect(read.length).toBe(cells.length);
    expect(read.filter((text, index) => text !== cells[index])).toEqual([]);
  });
});
