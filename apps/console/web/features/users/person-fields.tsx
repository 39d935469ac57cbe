import { useState, type ReactNode } from 'react';
import { useFoundPeople } from '../../app/people.queries.js';
import { useTexts } from '../../texts/texts.js';
import { CheckboxGroup } from '../../ui/checkbox-group.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { Checkbox, TextField } from '../../ui/fields.js';
import { useKeptInput } from '../../ui/kept-input.js';
import { OptionalChoice } from '../../ui/optional-choice.js';
import type { SearchHit } from '../../ui/search-combo.js';
import { SearchMany } from '../../ui/search-many.js';
import { customKey, type ProfileValues } from './person-values.js';
import { roleWordNames, roleWords } from './users-search.js';
import type { PersonField, PersonRole } from './person-types.js';

const inputTypes = {
  text: 'text',
  integer: 'number',
  number: 'number',
  date: 'date',
} as const;

interface CustomProps {
  fields: readonly PersonField[];
  values: ProfileValues;
  onChange: (values: ProfileValues) => void;
  error: Error | null;
}

/** Inputs for the portal's custom fields, by type. */
export function CustomFieldInputs({ fields, values, onChange, error }: CustomProps): ReactNode {
  const { t } = useTexts();
  return fields.map(({ name, type, options }) => {
    const key = customKey(name);
    const value = values[key] ?? '';
    const set = (text: string) => onChange({ ...values, [key]: text });
    if (type === 'text' || type === 'integer' || type === 'number' || type === 'date') {
      const fault = fieldSentence(error, `custom_fields.${name}`, t);
      return (
        <TextField
          key={name}
          label={name}
          type={inputTypes[type]}
          value={value}
          onChange={set}
          fault={fault}
        />
      );
    }
    const choices =
      type === 'boolean'
        ? [
            { id: 'true', name: t('changed.yes') },
            { id: 'false', name: t('changed.no') },
          ]
        : (options ?? []).map((option) => ({ id: option, name: option }));
    return (
      <OptionalChoice
        key={name}
        label={name}
        none="–"
        choices={choices}
        value={value || undefined}
        onChange={(id) => set(id ?? '')}
      />
    );
  });
}

interface RolesProps {
  value: readonly PersonRole[];
  onChange: (roles: PersonRole[]) => void;
}

/** The roles of a person, each with its description. */
export function RolesField({ value, onChange }: RolesProps): ReactNode {
  const { t } = useTexts();
  return (
    <CheckboxGroup
      className="flag-group"
      label={t('people.roles')}
      value={value}
      onChange={(roles) => onChange(roles.toSorted())}
    >
      {roleWordNames.map((word) => (
        <Checkbox key={word} value={roleWords[word]}>
          {t(`people.role.${word}`)} <span className="quiet">{t(`people.may.${word}`)}</span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

interface ManagersProps {
  value: readonly SearchHit[];
  onChange: (managers: SearchHit[]) => void;
  fault?: string | undefined;
}

/** The managers of a person, searched by name or address. */
export function ManagersField({ value, onChange, fault }: ManagersProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState<string>();
  const { data } = useFoundPeople(text);
  useKeptInput(
    () => t('people.managers'),
    value,
    (managers) => onChange([...managers]),
  );
  return (
    <SearchMany
      name={t('people.managers')}
      label={t('people.addManager')}
      value={value}
      onChange={onChange}
      results={data}
      onSearch={setText}
      placeholder={t('people.searchHint')}
      fault={fault}
      nameRemoval={(name) => t('people.removeManager', { name })}
    />
  );
}
