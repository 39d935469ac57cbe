import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { ConsoleForm } from '../../ui/form.js';
import type { SelectedObject, SelectionProps } from './content-selection.js';
import { useRemoveItem } from './selections.queries.js';

interface RemoveProps extends SelectionProps {
  /** The object to remove; undefined while the dialog is closed. */
  object: SelectedObject | undefined;
  onClose: () => void;
}

/** Asks before an object is removed, and describes which portals lose access. */
export function RemoveItemDialog({ kind, id, selection, object, onClose }: RemoveProps): ReactNode {
  const { t } = useTexts();
  const remove = useRemoveItem(kind, id);
  function close(): void {
    remove.reset();
    onClose();
  }
  function submit({ id: loId, title }: SelectedObject): void {
    remove.mutate(loId, {
      onSuccess: () => {
        close();
        announce(t('selections.removed', { title }));
      },
    });
  }
  return (
    <Dialog title={t('selections.remove')} isOpen={object !== undefined} onClose={close}>
      {object && (
        <ConsoleForm
          button={t('selections.remove')}
          look="danger"
          onSubmit={() => submit(object)}
          change={remove}
          onCancel={close}
        >
          <p>{t('selections.removeEnds', { title: object.title, list: selection.title })}</p>
        </ConsoleForm>
      )}
    </Dialog>
  );
}
