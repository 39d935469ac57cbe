import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePerson } from '../../app/people.queries.js';
import { useAdministrates } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import type { Translate } from '../../texts/translate.js';
import { Fact, FactList } from '../../ui/facts.js';
import { TextField } from '../../ui/fields.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import { CustomFieldInputs } from './person-fields.js';
import { customKey, readProfile, toCustomFields, writeValue } from './person-values.js';
import type { ConsolePerson, PersonField } from './person-types.js';
import { useCustomFields, useReadPerson, useSendPerson } from './users.queries.js';

const route = getRouteApi('/shell/people/$id/profile');
const ownFields = ['first_name', 'last_name', 'locale'] as const;
type OwnField = (typeof ownFields)[number];

const fieldName = (name: string, t: Translate): string =>
  ownFields.includes(name as OwnField)
    ? t(`people.field.${name as OwnField}`)
    : name.slice(customKey('').length);

/** Name, language and custom fields. */
export function ProfilePage(): ReactNode {
  const { id } = route.useParams();
  const canWrite = useAdministrates('user.write');
  const { data: person } = usePerson(id);
  const fields = useCustomFields();
  if (!person) return null; // the outer page displays the error
  if (!canWrite || person.closed_time) return <ProfileFacts person={person} />;
  if (!fields.data) return <NoAnswer query={fields} />;
  return <ProfileForm person={person} fields={fields.data} />;
}

function ProfileFacts({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  return (
    <FactList>
      {ownFields.map((name) => (
        <Fact key={name} name={t(`people.field.${name}`)}>
          {person[name] || '–'}
        </Fact>
      ))}
      {Object.entries(person.custom_fields).map(([name, value]) => (
        <Fact key={name} name={name}>
          {writeValue(value) || '–'}
        </Fact>
      ))}
    </FactList>
  );
}

interface FormProps {
  person: ConsolePerson;
  fields: readonly PersonField[];
}

function ProfileForm({ person, fields }: FormProps): ReactNode {
  const { t } = useTexts();
  const form = useSafeForm({
    shown: person,
    toValues: (one: ConsolePerson) => readProfile(one, fields),
    read: useReadPerson(person.id),
    send: useSendPerson(person.id),
  });
  const { values, setValues, changed, change, fault } = form;

  function save(): void {
    const changedNames = ownFields.filter((name) => changed.includes(name));
    const custom = toCustomFields(values, fields, changed);
    form.save({
      ...Object.fromEntries(changedNames.map((name) => [name, values[name]!])),
      ...(custom && { custom_fields: custom }),
    });
  }
  return (
    <SafeForm
      form={form}
      nameField={(name) => fieldName(name, t)}
      show={(shown, name) => shown[name] ?? ''}
      onSave={save}
    >
      <div className="field-row">
        {ownFields.map((name) => (
          <TextField
            key={name}
            label={t(`people.field.${name}`)}
            value={values[name] ?? ''}
            onChange={(text) => setValues({ ...values, [name]: text })}
            fault={fault(name)}
            description={name === 'locale' ? t('people.localeHint') : undefined}
          />
        ))}
      </div>
      <CustomFieldInputs fields={fields} values={values} onChange={setValues} error={change.error} />
    </SafeForm>
  );
}
