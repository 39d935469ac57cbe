import type { TableCase } from './table-case.js';

const ana = { email: 'ana@a.example', first_name: 'Ana', last_name: 'Silva' };
const people = (
  file: string,
  lines: TableCase['lines'],
  more: Partial<TableCase> = {},
): Omit<TableCase, 'name'> => ({
  target: 'people',
  file,
  ...(lines && { lines }),
  ...more,
});

export const peopleTables: TableCase[] = [
  {
    name: 'a German personnel list',
    ...people(
      'Personalnr.;E-Mail;Vorname;Nachname;Abteilung\n17;ana@a.example;Ana;Silva;Einkauf\n',
      { 2: ana },
      {
        unused: ['Personalnr.', 'Abteilung'],
      },
    ),
  },
  {
    name: 'a French list',
    ...people('Prénom;Nom;Courriel;Langue\nAna;Silva;ana@a.example;FR\n', { 2: { ...ana, locale: 'fr' } }),
  },
  {
    name: 'what mail services call people',
    ...people('First Name,Last Name,Email Address\nAna,Silva,ana@a.example\n', { 2: ana }),
  },
  {
    name: 'columns that nobody could know',
    ...people('who,mailbox\nAna Silva,ana@a.example\n', undefined, {
      refused:
        'no column for email, first_name, last_name: say with --map which it is. The columns are: who, mailbox.',
    }),
  },
  {
    name: 'columns that a map names',
    ...people(
      'Called,Family,Box\nAna,Silva,ana@a.example\n',
      { 2: ana },
      {
        map: JSON.stringify({
          columns: { first_name: 'called', last_name: 'FAMILY', email: 'Box' },
        }),
      },
    ),
  },
  {
    name: 'roles, managers, and fields of the portal',
    ...people(
      'email,first_name,last_name,roles,managers,custom_fields_level,custom_fields.ratio,Custom Fields Remote,custom_fields_since\n' +
        'ana@a.example,Ana,Silva,Content administrator;Learner,b@a.example; c@a.example,3,"0,5",ja,2024-02-29\n' +
        'bo@a.example,Bo,Li,,,3.5,,,\nci@a.example,Ci,Li,,,,,,2023-02-29\ndi@a.example,Di,Li,Wizard,,,,,\n' +
        'el@a.example,El,Li,,17,,,,\nfi@a.example,Fi,Li,,,,1.234,,\ngi@a.example,Gi,Li,,,,,perhaps,\n',
      {
        2: {
          ...ana,
          roles: ['Content administrator', 'Learner'],
          managers: ['b@a.example', 'c@a.example'],
          custom_fields: { level: 3, ratio: 0.5, remote: true, since: '2024-02-29' },
        },
        3: 'column "custom_fields_level": "3.5" is not an integer',
        4: 'custom_fields.since: must be a date',
        5: 'roles.0: ',
        6: 'managers.0: ',
        7: 'may be 1.234 or 1234',
        8: 'is neither yes nor no',
      },
    ),
  },
  {
    name: 'what users/export writes',
    ...people(
      '\uFEFFid,email,first_name,last_name,profile_picture,roles,status,locale,created_time,updated_time,last_login_time,managers,full_name,closed_time\r\n' +
        '12,ana@a.example,\'=Ana,"O;\'+1",,Learner,true,en,2026-01-31T06:29:13+00:00,2026-01-31T06:29:13+00:00,,boss@a.example,Ana,\r\n' +
        '13,left@a.example,Le,Ft,,Learner,false,en,,,,,,2026-01-31T06:29:13+00:00\r\n',
      {
        2: {
          ...ana,
          first_name: '=Ana',
          last_name: 'O;+1',
          roles: ['Learner'],
          status: true,
          locale: 'en',
          managers: ['boss@a.example'],
        },
        3: 'closed_time: the account is closed',
      },
      { unused: [] },
    ),
  },
  {
    name: 'languages that are none',
    ...people(
      'email,first_name,last_name,locale\nana@a.example,Ana,Silva,PT-BR\nb@a.example,B,B,xx\nc@a.example,C,C,German\n',
      {
        2: { ...ana, locale: 'pt-br' },
        3: 'locale: ',
        4: 'locale: ',
      },
    ),
  },
  {
    name: 'two columns of addresses',
    ...people('email,E-Mail,first_name,last_name\na@a.example,b@a.example,A,B\n', undefined, {
      refused: 'has "email" more than once: column 1 ("email"), column 2 ("E-Mail")',
    }),
  },
  {
    name: 'addresses and names that are none',
    ...people('email,first_name,last_name\nana@,A,B\n,A,B\nana@a.example,,Silva\nana@a.example,Ana,Silva\n', {
      2: 'email: ',
      3: 'email: ',
      4: 'first_name: ',
      5: ana,
    }),
  },
  {
    name: 'JSON in place of a table',
    ...people('{"email":"ana@a.example"}\n', undefined, {
      refused: 'has JSON, and this command reads tables',
    }),
  },
  {
    name: 'nothing',
    ...people('', undefined, { refused: 'is empty: the first row of a table names its columns' }),
  },
];
