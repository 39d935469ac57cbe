import { basics, formatMap, type TableCase } from './table-case.js';

const courses = (
  file: string,
  lines: TableCase['lines'],
  more: Partial<TableCase> = {},
): Omit<TableCase, 'name'> => ({
  target: 'catalogue',
  file,
  map: formatMap(basics),
  ...(lines && { lines }),
  ...more,
});
const one = { external_id: '1', title: 'One' };
const two = { external_id: '2', title: 'Two' };

export const layouts: TableCase[] = [
  {
    name: 'semicolons',
    ...courses('id;title\n1;One, and more\n', { 2: { external_id: '1', title: 'One, and more' } }),
  },
  { name: 'the line sep=', ...courses('sep=^\r\nid^title\r\n1^One\r\n', { 3: one }) },
  {
    name: 'a delimiter that is said',
    ...courses('id:title\n1:One\n', { 2: one }, { options: { delimiter: ':' } }),
  },
  {
    name: 'two delimiters as good as each other',
    ...courses('id,a;title\n1,b;One\n', undefined, {
      refused: 'has no clear delimiter: set it with --delimiter',
    }),
  },
  {
    name: 'a header with commas in a name, and semicolons between',
    ...courses(
      'id;"title, in short";note\n1;One;a,b\n2;Two;c\n',
      { 2: one, 3: two },
      {
        map: formatMap({ external_id: 'id', title: 'title, in short' }),
        unused: ['note'],
      },
    ),
  },
  {
    name: 'rows of other widths, empty lines and empty rows',
    ...courses('id,title\n\n1,One,,\n2\n3,Three,and more\n,\n  \n2,Two\n', {
      3: one,
      4: 'has 1 cells, the header has 2',
      5: '"and more" has no column',
      8: two,
    }),
  },
  {
    name: 'names of columns in another case, with spaces and marks',
    ...courses(' ID ,"TITLE "\n1,One\n', { 2: one }),
  },
  {
    name: 'a column that stands there twice',
    ...courses('id,title,Title \n1,One,Eins\n', undefined, {
      map: formatMap({ ...basics, title: 'TITLE' }),
      refused: 'has "TITLE" more than once: column 2 ("title"), column 3 ("Title")',
    }),
  },
  {
    name: 'the first column without a name, as pandas writes it',
    ...courses(
      ',title\n1,One\n2,Two\n',
      { 2: one, 3: two },
      { map: formatMap({ external_id: '', title: 'title' }) },
    ),
  },
  {
    name: 'our own names, without a map',
    target: 'catalogue',
    file: 'Provider;External ID;Type;Title;pricing.price;Topics;colour\nacme;1;Course;One;20,50;A;red\nacme;2;Text;Two;;A;B\n',
    lines: {
      2: { external_id: '1', type: 'course', title: 'One', pricing: { price: 20.5 }, topics: ['A'] },
      3: { external_id: '2', type: 'text', title: 'Two', topics: ['A'] },
    },
    unused: ['colour'],
  },
];
