import { basics, formatMap, type TableCase } from './table-case.js';

/** A table with one more column that becomes a field. */
function column(field: string, as: object, cells: [text: string, right: unknown][]): Omit<TableCase, 'name'> {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const [group, inner] = field.split('.');
  const nest = (value: unknown) => ({ [group!]: inner ? { [inner]: value } : value });
  return {
    target: 'catalogue',
    file: ['id,title,x', ...cells.map(([text], index) => `${index + 1},T,${quoted(text)}`)].join('\r\n'),
    map: formatMap({ ...basics, [field]: { from: 'x', ...as } }),
    lines: Object.fromEntries(
      cells.map(([, right], index) => [
        index + 2,
        typeof right === 'string' && right.startsWith('!')
          ? right.slice(1)
          : { external_id: String(index + 1), title: 'T', ...nest(right) },
      ]),
    ),
  };
}

export const durations: TableCase[] = [
  {
    name: 'weeks that the map translates',
    ...column('delivery.duration', { values: { '4 weeks': 600 } }, [
      ['4 Weeks', 600],
      ['3 weeks', '!days or weeks'],
    ]),
  },
  {
    name: 'a column of hours',
    ...column('delivery.duration', { as: 'hours' }, [
      ['1.5', 90],
      ['1,5', 90],
      ['30 mins', 30],
      ['2', 120],
      ['two', '!is not'],
    ]),
  },
  {
    name: 'lists',
    ...column('topics', {}, [
      ['A, B', ['A', 'B']],
      ["['Data science', \"Children's books\", 'a, b']", ['Data science', "Children's books", 'a, b']],
      ['["x","y"]', ['x', 'y']],
      ['(Basics)', ['(Basics)']],
      ['A,,B,', ['A', 'B']],
    ]),
  },
  {
    name: 'lists with another separator',
    ...column('tags', { split: '|' }, [
      ['a|b, c', ['a', 'b, c']],
      ['"a" and "b"', ['"a" and "b"']],
    ]),
  },
  {
    name: 'yes and no',
    ...column('premium', {}, [
      ['TRUE', true],
      ['WAHR', true],
      ['oui', true],
      ['0', false],
      ['Falsch', false],
      ['x', '!is neither yes nor no'],
    ]),
  },
  {
    name: 'texts that look like formulas, and languages',
    target: 'catalogue',
    file: "id,title,lang\n1,'=SUM(A1),EN\n2,'-5 degrees,pt-BR\n3,It's fine,German\n4,#REF!,en\n",
    map: formatMap({ ...basics, language: { from: 'lang', values: { German: 'de' } } }),
    lines: {
      2: { external_id: '1', title: '=SUM(A1)', language: 'en' },
      3: { external_id: '2', title: '-5 degrees', language: 'pt-br' },
      4: { external_id: '3', title: "It's fine", language: 'de' },
      5: 'is an error of a spreadsheet',
    },
  },
];
