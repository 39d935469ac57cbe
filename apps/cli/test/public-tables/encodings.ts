import { basics, latin1, formatMap, type TableCase } from './table-case.js';

const people = 'email,first_name,last_name\r\njoerg@a.example,Jörg,Müller\r\nzoe@a.example,Zoë,Ågren\r\n';
const right = {
  2: { email: 'joerg@a.example', first_name: 'Jörg', last_name: 'Müller' },
  3: { email: 'zoe@a.example', first_name: 'Zoë', last_name: 'Ågren' },
};

export const encodings: TableCase[] = [
  { name: 'UTF-8', target: 'people', file: people, lines: right },
  {
    name: 'Windows-1252, said',
    target: 'people',
    file: latin1(people),
    options: { encoding: 'windows-1252' },
    lines: right,
  },
  {
    name: 'Windows-1252, said in the map',
    target: 'catalogue',
    file: latin1('id;title\n1;L\xF6schen f\xFCr 20 \x80\n'),
    map: formatMap(basics, { encoding: 'windows-1252' }),
    lines: { 2: { external_id: '1', title: 'Löschen für 20 €' } },
  },
  {
    name: '"Unicode text" of Excel: UTF-16 with tabs',
    target: 'people',
    file: Buffer.from(`\uFEFF${people.replaceAll(',', '\t')}`, 'utf16le'),
    options: { encoding: 'utf-16le' },
    lines: right,
  },
  {
    name: 'characters that are none',
    target: 'catalogue',
    file: 'id,title\n1,Nul\0\n2,Bell\u0007\n3,Tab\tand é\u{1F600}\n4,\u009Fold\n',
    map: formatMap(basics),
    lines: {
      2: 'column "title" must not contain control characters',
      3: 'column "title" must not contain control characters',
      4: { external_id: '3', title: 'Tab\tand é\u{1F600}' },
      5: 'column "title" must not contain control characters',
    },
  },
];
