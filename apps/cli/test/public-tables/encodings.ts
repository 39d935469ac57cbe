import { basics, latin1, formatMap, type TableCase } from './table-case.js';

const people = 'email,first_name,last_name\r\njoerg@a.example,Jörg,Müller\r\nzoe@a.example,Zoë,Ågren\r\n';
const right = {
  2: { email: 'joerg@a.example', first_name: 'Jörg', last_name: 'Müller' },
  3: { email: 'zoe@a.example', first_name: 'Zoë', last_name: 'Ågren' },
};

export const encodings: TableCase[] = [
  { name: 'UTF-8', target: 'people', file: people, lines: right },
  {
    name: 'UTF-8 with its mark, as Excel writes it',
    target: 'people',
    file: `\uFEFF${people}`,
    lines: right,
  },
  {
    name: 'Windows-1252, unsaid',
    target: 'people',
    file: latin1(people),
    refused:
      'is not in UTF-8: line 2, column 18. Save it as UTF-8, or say its encoding, for example --encoding windows-1252',
  },
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
    name: '"Unicode text" of Excel, unsaid',
    target: 'people',
    file: Buffer.from(`\uFEFF${people}`, 'utf16le'),
    refused: 'line 1, column 1. Save it as UTF-8, or say its encoding, for example --encoding utf-16le',
  },
  {
    name: '"Unicode text" of Excel: UTF-16 with tabs',
    target: 'people',
    file: Buffer.from(`\uFEFF${people.replaceAll(',', '\t')}`, 'utf16le'),
    options: { encoding: 'utf-16le' },
    lines: right,
  },
  {
    name: 'Macintosh',
    target: 'people',
    file: latin1('email,first_name,last_name\rjoerg@a.example,J\x9Arg,M\x9Fller\r'),
    options: { encoding: 'macintosh' },
    lines: { 2: right[2] },
  },
  {
    name: 'Japanese titles in Shift JIS',
    target: 'catalogue',
    file: Buffer.concat([latin1('id,title\n1,'), Buffer.from([0x93, 0xfa, 0x96, 0x7b]), latin1('\n')]),
    options: { encoding: 'shift_jis' },
    map: formatMap(basics),
    lines: { 2: { external_id: '1', title: '日本' } },
  },
  {
    name: 'a workbook',
    target: 'people',
    file: latin1('PK\x03\x04\x14\x00\x06\x00'),
    refused: 'is a workbook',
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
