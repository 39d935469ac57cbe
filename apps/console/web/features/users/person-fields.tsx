import { useId, useState, type ReactNode } from 'react';
import { CheckboxGroup, Label } from 'react-aria-components';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Checkbox, SelectField, TextField } from '../../ui/fields.js';
import { SearchCombo, type Found } from '../../ui/search-combo.js';
import { customKey, type ProfileValues } from './person-values.js';
import { roleWordNames, roleWords } from './users-search.js';
import { useFoundManagers, type PersonField, type PersonRole } from './users.queries.js';

const NONE = 'none';
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

/** The portal's own fields, each by its type. */
export function CustomFieldInputs({ fields, values, onChange, error }: CustomProps): ReactNode {
  const { t } = useTexts();
  return fields.map(({ name, type, options }) => {
    const key = customKey(name);
    const value = values[key] ?? '';
    const set = (text: string) => onChange({ ...values, [key]: text });
    if (type === 'text' || type === 'integer' || type === 'number' || type === 'date') {
      const fault =
        error instanceof ApiError ? error.fieldFault(`custom_fields.${name}`)?.message : undefined;
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
      <SelectField
        key={name}
        label={name}
        choices={[{ id: NONE, name: '–' }, ...choices]}
        value={value === '' ? NONE : value}
        onChange={(id) => set(id === NONE ? '' : id)}
      />
    );
  });
}

interface RolesProps {
  value: readonly PersonRole[];
  onChange: (roles: PersonRole[]) => void;
}

/** The roles of a person, each with what it allows. */
export function RolesField({ value, onChange }: RolesProps): ReactNode {
  const { t } = useTexts();
  return (
    <CheckboxGroup
      className="flag-group"
      value={[...value]}
      onChange={(roles) => onChange(roles.toSorted() as PersonRole[])}
    >
      <Label>{t('people.roles')}</Label>
      {roleWordNames.map((word) => (
        <Checkbox key={word} value={roleWords[word]}>
          {t(`people.role.${word}`)} <span className="quiet">{t(`people.may.${word}`)}</span>
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

interface ManagersProps {
  value: readonly Found[];
  onChange: (managers: Found[]) => void;
  fault?: string | undefined;
}

/** The managers of a person, choice by name or address. */
export function ManagersField({ value, onChange, fault }: ManagersProps): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState<string>();
  const [round, setRound] = useState(0);
  const { data } = useFoundManagers(text);
  const id = useId();
  return (
    <div className="field" role="group" aria-labelledby={id}>
      <span id={id} className="unseen">
        {t('people.managers')}
      </span>
      <SearchCombo
        key={round}
        label={t('people.addManager')}
        value={undefined}
        onChange={(choice) => {
          if (!choice) return;
          if (!value.some((one) => one.id === choice.id)) onChange([...value, choice]);
          setRound(round + 1); // an empty field for the next one
        }}
        results={data}
        onSearch={setText}
        placeholder={t('people.searchHint')}
        fault={fault}
      />
      {value.length > 0 && (
        <ul className="chosen-list">
          {value.map((manager) => (
            <li key={manager.id} className="chosen">
              {manager.name}
              <Button
                look="quiet"
                aria-label={t('people.removeManager', { name: manager.name })}
                onPress={() => onChange(value.filter((one) => one.id !== manager.id))}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
