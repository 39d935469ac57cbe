import { Link, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useBatch } from '../../api/batch.js';
import { useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { BatchBar } from '../../ui/batch-bar.js';
import { Button } from '../../ui/button.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { errorSentence } from '../../ui/error-sentence.js';
import { SelectField } from '../../ui/fields.js';
import { PageHead } from '../../ui/page.js';
import { EmptyState } from '../../ui/states.js';
import { RowsTable } from '../../ui/table.js';
import { manyChanges, toChange, type ManyChange } from './many-changes.js';
import type { SelectedPerson } from './people-selection.js';
import { roleWordNames, type RoleWord } from './users-search.js';
import { useChangePerson } from './users.queries.js';

/** Changes the people who are selected in the list: a role, or whether they are blocked. */
export function ChangeManyPage(): ReactNode {
  const words = useTexts();
  const { t } = words;
  const selected = useLocation({ select: ({ state }) => state.people ?? [] });
  const [change, setChange] = useState<ManyChange>('give');
  const [role, setRole] = useState<RoleWord>('manager');
  const send = useChangePerson();
  const batch = useBatch<SelectedPerson>();
  const { state, total, faults } = batch.progress;
  const isSending = state === 'running' || state === 'paused';
  return (
    <>
      <PageHead title={t('changeMany.title')} above={<Link to="/people">{t('people.title')}</Link>}>
        <p className="state-text">{selected.map(({ full_name: name }) => name).join(', ')}</p>
      </PageHead>
      {selected.length === 0 && <EmptyState title={t('changeMany.none')} />}
      {selected.length > 0 && !isSending && (
        <ChangeForm
          selected={selected}
          change={change}
          role={role}
          onChange={(nextChange, nextRole) => {
            setChange(nextChange);
            setRole(nextRole);
            batch.clear();
          }}
          onStart={(people) =>
            batch.start(people, ({ id }) => send(id, (person) => toChange(person, change, role)))
          }
        />
      )}
      <BatchBar batch={batch} toText={(progress) => t('changeMany.progress', progress)} />
      {state === 'done' && (
        <strong role="status">{t('changeMany.done', { count: total - faults.length })}</strong>
      )}
      {faults.length > 0 && (
        <RowsTable
          caption={t('changeMany.bad', { count: faults.length })}
          rows={faults}
          toKey={({ item }) => item.id}
          columns={[
            {
              name: t('people.name'),
              cell: ({ item: { id, full_name: name } }) => (
                <Link to="/people/$id" params={{ id }}>
                  {name}
                </Link>
              ),
            },
            { name: t('people.email'), cell: ({ item }) => item.email },
            { name: t('import.reason'), cell: ({ error }) => errorSentence(error, words) },
          ]}
        />
      )}
    </>
  );
}

interface FormProps {
  selected: readonly SelectedPerson[];
  change: ManyChange;
  role: RoleWord;
  onChange: (change: ManyChange, role: RoleWord) => void;
  onStart: (people: readonly SelectedPerson[]) => void;
}

/** The choice of the change, and the question before it. Users who would lose their own access are left out. */
function ChangeForm({ selected, change, role, onChange, onStart }: FormProps): ReactNode {
  const { t } = useTexts();
  const self = useSignedIn().person.id;
  const endsOwnAccess = change === 'block' || (change === 'take' && role === 'administrator');
  const people = endsOwnAccess ? selected.filter(({ id }) => id !== self) : selected;
  const values = { count: people.length, role: t(`people.role.${role}`) };
  return (
    <div className="form">
      <SelectField
        label={t('changeMany.change')}
        choices={manyChanges.map((id) => ({ id, name: t(`changeMany.change.${id}`) }))}
        value={change}
        onChange={(id) => onChange(id as ManyChange, role)}
      />
      {(change === 'give' || change === 'take') && (
        <SelectField
          label={t('changeMany.role')}
          choices={roleWordNames.map((id) => ({ id, name: t(`people.role.${id}`) }))}
          value={role}
          onChange={(id) => onChange(change, id as RoleWord)}
        />
      )}
      {people.length < selected.length && <p className="hint">{t('changeMany.self')}</p>}
      {people.length > 0 && (
        <div className="actions">
          <DialogButton
            look="primary"
            label={t('people.changeSelected', values)}
            title={t(`changeMany.change.${change}`)}
          >
            {(close) => (
              <>
                <p>{t(`changeMany.ask.${change}`, values)}</p>
                <div className="actions">
                  <Button
                    look={change === 'block' || change === 'take' ? 'danger' : 'primary'}
                    onPress={() => {
                      close();
                      onStart(people);
                    }}
                  >
                    {t('changeMany.start', values)}
                  </Button>
                  <Button onPress={close}>{t('ui.cancel')}</Button>
                </div>
              </>
            )}
          </DialogButton>
        </div>
      )}
    </div>
  );
}
