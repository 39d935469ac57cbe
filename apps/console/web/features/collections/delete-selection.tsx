import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { readSelectionValues, type SelectionProps } from './content-selection.js';
import { useSelectionChange } from './selections.queries.js';

/** Deleting cannot be undone: the title is written to confirm it. */
export function DeleteButton({ kind, id, selection }: SelectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { read, remove } = useSelectionChange(kind, id);
  const { change } = useSafeChange({ base: readSelectionValues(selection), read, send: remove });
  const { title } = selection;
  function submit(): void {
    change.mutate(undefined, {
      onSuccess: () => {
        announce(t('selections.deleted', { title }));
        void navigate({ to: kind === 'groups' ? '/groups' : '/collections' });
      },
    });
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('remove.button')} …</Button>
      <Dialog title={t('selections.deleteTitle', { title })} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p>{t('selections.deleteEnds', { count: selection.items_count })}</p>
          <TextField label={t('selections.repeat')} value={text} onChange={setText} />
          <FormError error={change.error} />
          <div className="actions">
            <Button
              type="submit"
              look="danger"
              isPending={change.isPending}
              isDisabled={text.trim() !== title}
            >
              {t('remove.button')}
            </Button>
            <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
