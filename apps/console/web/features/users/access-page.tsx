import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { usePerson } from '../../app/people.queries.js';
import { useAdministrates } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import type { SearchHit } from '../../ui/search-combo.js';
import { ManagersField, RolesField } from './person-fields.js';
import { BlockPersonSection, CloseSection } from './person-endings.js';
import { nameRoles } from './person-state.js';
import { readAccess, type AccessValues } from './person-values.js';
import type { ConsolePerson } from './person-types.js';
import { useManagerNames, useReadPerson, useSendPerson } from './users.queries.js';

const route = getRouteApi('/shell/people/$id/access');

/** Roles, managers, blocking and closing. */
export function AccessPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const canWrite = useAdministrates('user.write');
  const { data: person } = usePerson(id);
  if (!person) return null; // the outer page displays the error
  if (person.closed_time) return <p className="state-text">{t('people.isClosed')}</p>;
  if (!canWrite) return <p className="state-text">{t('people.readOnly')}</p>;
  return (
    <>
      <AccessForm person={person} />
      <BlockPersonSection person={person} />
      <CloseSection person={person} />
    </>
  );
}

function AccessForm({ person }: { person: ConsolePerson }): ReactNode {
  const { t } = useTexts();
  /** People chosen on this page, whose names need no request. */
  const [chosenPeople, setChosenPeople] = useState<SearchHit[]>([]);
  const { data: names = [] } = useManagerNames(person.managers.length > 0);
  const form = useSafeForm({
    shown: person,
    toValues: readAccess,
    read: useReadPerson(person.id),
    send: useSendPerson(person.id),
  });
  const { values, setValues, fault } = form;
  const findManager = (id: number): SearchHit =>
    [...chosenPeople, ...names].find((one) => one.id === id) ?? {
      id,
      name: t('people.numbered', { id: String(id) }),
    };
  const show = (shown: AccessValues, name: keyof AccessValues): string =>
    name === 'roles'
      ? nameRoles(shown.roles, t)
      : shown.managers.map((id) => findManager(id).name).join(', ');
  return (
    <SafeForm
      form={form}
      nameField={(name) => t(`people.${name}`)}
      show={show}
      missing={[values.roles.length === 0 && t('people.roles')]}
      onSave={() => form.save(form.edits)}
    >
      <RolesField value={values.roles} onChange={(roles) => setValues({ ...values, roles })} />
      <ManagersField
        value={values.managers.map(findManager)}
        onChange={(managers) => {
          setChosenPeople((former) => [...former, ...managers]);
          const ids = managers.map(({ id }) => id).toSorted((one, other) => one - other);
          setValues({ ...values, managers: ids });
        }}
        fault={fault('managers')}
      />
    </SafeForm>
  );
}
