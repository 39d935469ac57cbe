import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useHasScope, useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Differences } from '../../ui/differences.js';
import { listDifferent, useSafeChange } from '../../ui/safe-change.js';
import type { Found } from '../../ui/search-combo.js';
import { FormError } from '../../ui/states.js';
import { ManagersField, RolesField } from './person-fields.js';
import { BlockPersonSection, CloseSection } from './person-endings.js';
import { nameRoles } from './person-state.js';
import { readAccess, type AccessValues } from './person-values.js';
import {
  useManagerNames,
  usePerson,
  useReadPerson,
  useSendPerson,
  type ConsolePerson,
} from './users.queries.js';

const route = getRouteApi('/shell/people/$id/access');

/** Roles and managers, and how access ends. */
export function AccessPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const isAdministrator = useSignedIn().roles.includes('Administrator');
  const canWrite = useHasScope('user.write') && isAdministrator;
  const { data: person } = usePerson(id);
  if (!person) return null; // the page around it shows why
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
  const [base, setBase] = useState(() => readAccess(person));
  const [values, setValues] = useState(base);
  /** People who were chosen here have names at once. */
  const [chosenPeople, setChosenPeople] = useState<Found[]>([]);
  const { data: names = [] } = useManagerNames(base.managers.length > 0);
  const readPerson = useReadPerson(person.id);
  const { change, theirs } = useSafeChange({
    base,
    read: async () => {
      const now = await readPerson();
      return { values: readAccess(now.person), etag: now.etag };
    },
    send: useSendPerson(person.id),
  });
  const changed = listDifferent(base, values);
  const findManager = (id: number): Found =>
    [...chosenPeople, ...names].find((one) => one.id === id) ?? {
      id,
      name: t('people.numbered', { id: String(id) }),
    };
  const show = (shown: AccessValues, name: keyof AccessValues): string =>
    name === 'roles'
      ? nameRoles(shown.roles, t)
      : shown.managers.map((id) => findManager(id).name).join(', ');

  function start(next: AccessValues): void {
    setBase(next);
    setValues(next);
  }
  function save(): void {
    change.mutate(Object.fromEntries(changed.map((name) => [name, values[name]])), {
      onSuccess: (saved) => {
        start(readAccess(saved));
        announce(t('settings.saved'));
      },
    });
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <RolesField value={values.roles} onChange={(roles) => setValues({ ...values, roles })} />
      <ManagersField
        value={values.managers.map(findManager)}
        onChange={(managers) => {
          setChosenPeople((former) => [...former, ...managers]);
          const ids = managers.map(({ id }) => id).toSorted((one, other) => one - other);
          setValues({ ...values, managers: ids });
        }}
        fault={change.error instanceof ApiError ? change.error.fieldFault('managers')?.message : undefined}
      />
      {theirs ? (
        <Differences
          rows={listDifferent(theirs, values).map((name) => ({
            name: t(`people.${name}`),
            mine: show(values, name),
            theirs: show(theirs, name),
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
        <Button
          type="submit"
          look="primary"
          isPending={change.isPending}
          isDisabled={changed.length === 0 || values.roles.length === 0}
        >
          {t('settings.save')}
        </Button>
        {changed.length > 0 && <Button onPress={() => setValues(base)}>{t('settings.undo')}</Button>}
      </div>
    </form>
  );
}
