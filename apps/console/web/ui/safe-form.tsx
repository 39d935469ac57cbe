import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { announce } from './announcer.js';
import { Button } from './button.js';
import { Differences } from './differences.js';
import { fieldSentence } from './field-sentence.js';
import { ConsoleForm } from './form.js';
import { listDifferent, useSafeChange, type SafeChange } from './safe-change.js';

/** The values of a form, and the change that saves them unless another user has changed them meanwhile. */
export function useSafeForm<Thing, Values extends object, Body>({
  shown: first,
  toValues,
  read,
  send,
}: SafeChange<Thing, Values, Body, Thing>) {
  const { t } = useTexts();
  const [shown, setShown] = useState(first);
  const base = toValues(shown);
  const [values, setValues] = useState(base);
  const { change, theirs } = useSafeChange({ shown, toValues, read, send });
  const changed = listDifferent(base, values);
  const edits = Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Values>;
  /** @param input the edits to keep */
  function start(next: Thing, input: Partial<Values> = {}): void {
    setShown(next);
    setValues({ ...toValues(next), ...input });
    change.reset();
  }
  /** @param message announced on success */
  function save(body: Body, message = t('ui.saved'), onSaved?: () => void): void {
    change.mutate(body, {
      onSuccess: (saved) => {
        start(saved);
        announce(message);
        onSaved?.();
      },
    });
  }
  return {
    values,
    setValues,
    /** Members that the person has changed. */
    changed,
    /** The changed members with their values. */
    edits,
    change,
    save,
    /** The current values if another user has changed them; otherwise undefined. */
    theirs: theirs && toValues(theirs),
    takeTheirs: () => start(theirs ?? shown),
    keepMine: () => start(theirs ?? shown, edits),
    undo: () => setValues(base),
    /** The error message of a member. */
    fault: (name: string) => fieldSentence(change.error, name, t),
  };
}

interface SafeFormProps<Values extends object> {
  form: Pick<
    ReturnType<typeof useSafeForm<unknown, Values, never>>,
    'values' | 'changed' | 'theirs' | 'takeTheirs' | 'keepMine' | 'undo'
  > & { change: { error: Error | null; isPending: boolean } };
  nameField: (name: keyof Values) => string;
  /** Formats a value for the user. */
  show: (values: Values, name: keyof Values) => string;
  /** The names of required fields that are empty; false for the others. */
  missing?: readonly (string | false)[];
  onSave: () => void;
  /** Closes the form's dialog. If absent, the form has a button that undoes the edits. */
  onCancel?: () => void;
  /** Replaces the usual error message. */
  error?: ReactNode;
  children: ReactNode;
}

/** A form with its fields, the error or the conflict, and its buttons. */
export function SafeForm<Values extends object>(props: SafeFormProps<Values>): ReactNode {
  const { form, nameField, show, missing = [], onSave, onCancel, error, children } = props;
  const { t } = useTexts();
  const { values, changed, change, theirs } = form;
  const isChanged = changed.length > 0;
  const conflict = theirs && (
    <Differences
      rows={listDifferent(theirs, values).map((name) => ({
        name: nameField(name),
        mine: show(values, name),
        theirs: show(theirs, name),
      }))}
      onKeepMine={form.keepMine}
      onTakeTheirs={form.takeTheirs}
    />
  );
  return (
    <ConsoleForm
      button={t('ui.save')}
      onSubmit={onSave}
      change={change}
      isDisabled={!isChanged}
      missing={missing}
      error={conflict ?? error}
      onCancel={onCancel}
      actions={!onCancel && isChanged && <Button onPress={form.undo}>{t('ui.undo')}</Button>}
    >
      {children}
    </ConsoleForm>
  );
}
