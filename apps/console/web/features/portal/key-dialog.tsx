import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Differences } from '../../ui/differences.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { FormError } from '../../ui/states.js';
import { TextAreaField } from '../../ui/text-area-field.js';
import { parseValue, useKeyChange } from './key-change.js';

interface KeyDialogProps {
  /** Undefined: a key that is written here too. */
  name?: string;
  /** The value that the page shows, as JSON. */
  shown?: string;
}

/** A button that opens the form for a key that the service keeps and does not read. */
export function KeyButton({ name, shown }: KeyDialogProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const title = name === undefined ? t('config.newKey') : t('config.changeKey', { key: name });
  return (
    <>
      <Button aria-label={title} onPress={() => setOpen(true)}>
        {t(name === undefined ? 'config.newKeyButton' : 'config.changeButton')}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <KeyForm {...(name !== undefined && { name, shown })} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const keyGrammar = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

function KeyForm({ name, shown = '', onClose }: KeyDialogProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [key, setKey] = useState(name ?? '');
  const [base, setBase] = useState(shown);
  const [text, setText] = useState(shown);
  const { change, theirs } = useKeyChange(key, base);
  const value = parseValue(text);
  const fault = change.error instanceof ApiError ? change.error.fieldFault(key)?.message : undefined;
  const isKeyWrong = fault !== undefined && !keyGrammar.test(key);
  const isNoJson = text.trim() !== '' && value === undefined;

  function startFrom(next: string): void {
    setBase(next);
    change.reset();
  }
  function save(): void {
    if (value === undefined || key === '') return;
    change.mutate(value, {
      onSuccess: () => {
        announce(t('config.saved'));
        onClose();
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
      {name === undefined && (
        <TextField
          label={t('config.key')}
          description={t('config.keyHint')}
          value={key}
          onChange={setKey}
          fault={isKeyWrong ? fault : undefined}
          isRequired
          isCode
        />
      )}
      <TextAreaField
        label={t('config.value')}
        description={t('config.valueHint')}
        value={text}
        onChange={setText}
        fault={isNoJson ? t('config.noJson') : isKeyWrong ? undefined : fault}
        isRequired
      />
      {theirs ? (
        <Differences
          rows={[{ name: key, mine: text, theirs: theirs.value }]}
          onKeepMine={() => startFrom(theirs.value)}
          onTakeTheirs={() => {
            startFrom(theirs.value);
            setText(theirs.value);
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
          isDisabled={value === undefined || key === '' || text === base}
        >
          {t('config.save')}
        </Button>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
      </div>
    </form>
  );
}
