import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useHasScope, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import type { Translate } from '../../texts/translate.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Differences } from '../../ui/differences.js';
import { TextField } from '../../ui/fields.js';
import { listDifferent, useSafeChange } from '../../ui/safe-change.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { ErrorState, FormError } from '../../ui/states.js';
import { CustomFieldInputs } from './person-fields.js';
import { customKey, readProfile, toCustomFields, type ProfileValues, writeValue } from './person-values.js';
import {
  useCustomFields,
  usePerson,
  useReadPerson,
  useSendPerson,
  type ConsolePerson,
  type PersonField,
} from './users.queries.js';

const route = getRouteApi('/shell/people/$id/profile');
const ownFields = ['first_name', 'last_name', 'locale'] as const;
type OwnField = (typeof ownFields)[number];

const fieldName = (name: string, t: Translate): string =>
  ownFields.includes(name as OwnField)
    ? t(`people.field.${name as OwnField}`)
    : name.slice(customKey('').length);

/** Name, language and the portal's own fields. */
export function ProfilePage(): ReactNode {
  const { id } = route.useParams();
  const isAdministrator = useSignedIn().roles.includes('Administrator');
  const canWrite = useHasScope('user.write') && isAdministrator;
  const { data: person } = usePerson(id);
  const fields = useCustomFields();
  if (!person) return null; // the page around it shows why
  if (!canWrite || person.closed_time) return <ProfileFacts person={person} />;
  if (fields.error && !fields.data)
    return <ErrorState error={fields.error} onRetry={() => void fields.refetch()} />;
  if (!fields.data) return <SkeletonRows />;
  return <ProfileForm person={person} fields={fields.data} />;
}

function ProfileFacts({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  return (
    <dl className="facts">
      {ownFields.map((name) => (
        <div key={name}>
          <dt>{t(`people.field.${name}`)}</dt>
          <dd>{person[name] || '–'}</dd>
        </div>
      ))}
      {Object.entries(person.custom_fields).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{writeValue(value) || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FormProps {
  person: ConsolePerson;
  fields: readonly PersonField[];
}

function ProfileForm({ person, fields }: FormProps): ReactNode {
  const { t } = useTexts();
  const [base, setBase] = useState(() => readProfile(person, fields));
  const [values, setValues] = useState(base);
  const readPerson = useReadPerson(person.id);
  const { change, theirs } = useSafeChange({
    base,
    read: async () => {
      const now = await readPerson();
      return { values: readProfile(now.person, fields), etag: now.etag };
    },
    send: useSendPerson(person.id),
  });
  const changed = listDifferent(base, values);
  const fault = (name: string) =>
    change.error instanceof ApiError ? change.error.fieldFault(name)?.message : undefined;

  function save(): void {
    const changedNames = ownFields.filter((name) => changed.includes(name));
    const custom = toCustomFields(values, fields, changed);
    const body = {
      ...Object.fromEntries(changedNames.map((name) => [name, values[name]!])),
      ...(custom && { custom_fields: custom }),
    };
    change.mutate(body, {
      onSuccess: (saved) => {
        start(readProfile(saved, fields));
        announce(t('settings.saved'));
      },
    });
  }
  function start(next: ProfileValues): void {
    setBase(next);
    setValues(next);
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
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
      {theirs ? (
        <Differences
          rows={listDifferent(theirs, values).map((name) => ({
            name: fieldName(name, t),
            mine: values[name] ?? '',
            theirs: theirs[name] ?? '',
          }))}
          onKeepMine={() => {
            setBase(theirs);
            change.reset();
          }}
          onTakeTheirs={() => {
            start(theirs);
            change.reset();
          }}
        />
      ) : (
        <FormError error={change.error} />
      )}
      <div className="actions">
        <Button type="submit" look="primary" isPending={change.isPending} isDisabled={changed.length === 0}>
          {t('settings.save')}
        </Button>
        {changed.length > 0 && <Button onPress={() => setValues(base)}>{t('settings.undo')}</Button>}
      </div>
    </form>
  );
}
