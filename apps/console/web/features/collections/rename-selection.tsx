import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Differences } from '../../ui/differences.js';
import { TextField } from '../../ui/fields.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { readSelectionValues, type SelectionProps } from './content-selection.js';
import { useSelectionChange } from './selections.queries.js';

/** Opens a dialog with the title. */
export function RenameButton(props: SelectionProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('selections.rename')} …</Button>
      <Dialog title={t('selections.rename')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <RenameForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function RenameForm({ kind, id, selection, onClose }: SelectionProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [base, setBase] = useState(() => readSelectionValues(selection));
  const [title, setTitle] = useState(base.title);
  const { read, rename } = useSelectionChange(kind, id);
  const { change, theirs } = useSafeChange({ base, read, send: rename });
  const fault = change.error instanceof ApiError ? change.error.fieldFault('title')?.message : undefined;
  function save(): void {
    change.mutate(title.trim(), {
      onSuccess: () => {
        onClose();
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
      <TextField label={t('content.name')} value={title} onChange={setTitle} fault={fault} isRequired />
      {theirs ? (
        <Differences
          rows={[{ name: t('content.name'), mine: title, theirs: theirs.title }]}
          onKeepMine={() => {
            setBase(theirs);
            change.reset();
          }}
          onTakeTheirs={() => {
            setBase(theirs);
            setTitle(theirs.title);
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
          isDisabled={title.trim() === '' || title.trim() === base.title}
        >
          {t('settings.save')}
        </Button>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
      </div>
    </form>
  );
}
