import { User, type CustomFieldRow } from '@app/identity';
import type { ColumnKind, TableFields } from '@app/tables';

export const emailSpellings = [
  'e-mail address',
  'mail',
  'mail address',
  'e-mail-adresse',
  'courriel',
  'adresse e-mail',
  'correo',
];

const knownFields: TableFields['byName'] = {
  email: { kind: 'text', spellings: emailSpellings },
  first_name: { kind: 'text', spellings: ['given name', 'forename', 'vorname', 'prénom', 'nombre'] },
  last_name: {
    kind: 'text',
    spellings: ['surname', 'family name', 'nachname', 'nom', 'nom de famille', 'apellido'],
  },
  roles: { kind: 'list', spellings: ['role', 'rolle', 'rollen', 'rôle', 'rôles'] },
  managers: {
    kind: 'list',
    spellings: ['manager', 'manager email', 'manager e-mail', 'vorgesetzte', 'responsable'],
  },
  locale: { kind: 'lower', spellings: ['language', 'sprache', 'langue', 'idioma'] },
  /** Not imported, but rows that differ from the account are reported. */
  status: { kind: 'boolean' },
  closed_time: { kind: 'text' },
};

const kinds: Partial<Record<CustomFieldRow['type'], ColumnKind>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
};

/** The columns of a portal's custom fields. */
export const customFieldColumns = (defined: readonly CustomFieldRow[]): TableFields['byName'] =>
  Object.fromEntries(
    defined.map(({ name, type }) => [
      `custom_fields.${name}`,
      { kind: kinds[type] ?? 'text', spellings: [`custom_fields_${name}`] },
    ]),
  );

/** The columns of a table of people in a portal with these custom fields. */
export function peopleFields(defined: readonly CustomFieldRow[]): TableFields {
  return {
    byName: { ...knownFields, ...customFieldColumns(defined) },
    computed: Object.keys(User.shape).filter((name) => !(name in knownFields)),
    required: ['email', 'first_name', 'last_name'],
  };
}
