import { basics, latin1, mapOf, type TableCase } from './table-case.js';

const people = 'email,first_name,last_name\r\njoerg@a.example,Jörg,Müller\r\nzoe@a.example,Zoë,Ågren\r\n';
const right = {
  2: { email: 'joerg@a.example', first_name: 'Jörg', last_name: 'Müller' },
  3: { email: 'zoe@a.example', first_name: 'Zoë', last_name: 'Ågren' },
};

export const encodings: TableCase[] = [
  { name: 'UTF-8', of: 'people', file: people, lines: right },
  { name: 'UTF-8 with its mark, as Excel writes it', of: 'people', file: `\uFEFF${people}`, lines: right },
  {
    name: 'Windows-1252, unsaid',
    of: 'people',
    file: latin1(people),
    refused:
      'is not in UTF-8: line 2, column 18. Save it as UTF-8, or say its encoding, for example --encoding windows-1252',
  },
  {
    name: 'Windows-1252, said',
    of: 'people',
    file: latin1(people),
    options: { encoding: 'windows-1252' },
    lines: right,
  },
  {
    name: 'Windows-1252, said in the map',
    of: 'catalogue',
    file: latin1('id;title\n1;L\xF6schen f\xFCr 20 \x80\n'),
    map: mapOf(basics, { encoding: 'windows-1252' }),
    lines: { 2: { external_id: '1', title: 'Löschen für 20 €' } },
  },
  {
    name: '"Unicode text" of Excel, unsaid',
    of: 'people',
    file: Buffer.from(`\uFEFF${people}`, 'utf16le'),
    refused: 'line 1, column 1. Save it as UTF-8, or say its encoding, for example --encoding utf-16le',
  },
  {
    name: '"Unicode text" of Excel: UTF-16 with tabs',
    of: 'people',
    file: Buffer.from(`\uFEFF${people.replaceAll(',', '\t')}`, 'utf16le'),
    options: { encoding: 'utf-16le' },
    lines: right,
  },
  {
    name: 'Macintosh',
    of: 'people',
    file: latin1('email,first_name,last_name\rjoerg@a.example,J\x9Arg,M\x9Fller\r'),
    options: { encoding: 'macintosh' },
    lines: { 2: right[2] },
  },
  {
    name: 'Japanese titles in Shift JIS',
    of: 'catalogue',
    file: Buffer.concat([latin1('id,title\n1,'), Buffer.from([0x93, 0xfa, 0x96, 0x7b]), latin1('\n')]),
    options: { encoding: 'shift_jis' },
    map: mapOf(basics),
    lines: { 2: { external_id: '1', title: '日本' } },
  },
  { name: 'a workbook', of: 'people', file: latin1('PK\x03\x04\x14\x00\x06\x00'), refused: 'is a workbook' },
  {
    name: 'characters that are none',
    of: 'catalogue',
    file: 'id,title\n1,Nul\0\n2,Bell\u0007\n3,Tab\tand é\u{1F600}\n4,\u009Fold\n',
    map: mapOf(basics),
    lines: {
      2: 'column "title" must not contain control characters',
      3: 'column "title" must not contain control characters',
      4: { external_id: '3', title: 'Tab\tand é\u{1F600}' },
      5: 'column "title" must not contain control characters',
    },
  },
];
