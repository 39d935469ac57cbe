import type { ConsolePerson, PersonField, PersonRole } from './person-types.js';

const CUSTOM = 'custom.';

/** The editable part of a profile, as text; names of custom fields have the prefix `custom.`. */
export type ProfileValues = Record<string, string>;

/** The roles and the managers of a person. */
export interface AccessValues {
  roles: PersonRole[];
  managers: number[];
}

/** The values on which the decision to block or close depends: if one has changed, the user is asked again. */
export interface DecisionValues extends AccessValues {
  status: boolean;
}

export const customKey = (name: string): string => CUSTOM + name;

export const writeValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

export const readProfile = (person: ConsolePerson, fields: readonly PersonField[]): ProfileValues => ({
  first_name: person.first_name,
  last_name: person.last_name,
  locale: person.locale,
  ...Object.fromEntries(
    fields.map(({ name }) => [customKey(name), writeValue(person.custom_fields[name])] as const),
  ),
});

export const readAccess = ({ roles, managers }: ConsolePerson): AccessValues => ({
  roles: roles.toSorted(),
  managers: managers.toSorted((one, other) => one - other),
});

export const readDecisionValues = (person: ConsolePerson): DecisionValues => ({
  ...readAccess(person),
  status: person.status,
});

/**
 * A text of the form as the API's value: null clears the field. An invalid number is sent as text, and the API refuses
 * it.
 */
function parseValue(text: string, type: PersonField['type']): unknown {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type === 'integer' || type === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}

/** The custom fields of a form, only those with these names. */
export function toCustomFields(
  values: ProfileValues,
  fields: readonly PersonField[],
  names: readonly string[],
): Record<string, unknown> | undefined {
  const sent = fields.filter(({ name }) => names.includes(customKey(name)));
  if (sent.length === 0) return undefined;
  return Object.fromEntries(
    sent.map(({ name, type }) => [name, parseValue(values[customKey(name)] ?? '', type)]),
  );
}
