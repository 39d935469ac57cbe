import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { FormError } from '../../ui/states.js';
import type { SelectedObject, SelectionProps } from './content-selection.js';
import { useRemoveItem } from './selections.queries.js';

interface RemoveProps extends SelectionProps {
  /** The object to remove; undefined while nobody wants to remove one. */
  object: SelectedObject | undefined;
  onClose: () => void;
}

/** Says who no longer sees it, before it is removed. */
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
        <>
          <p>{t('selections.removeEnds', { title: object.title, list: selection.title })}</p>
          <FormError error={remove.error} />
          <div className="actions">
            <Button look="danger" isPending={remove.isPending} onPress={() => submit(object)}>
              {t('selections.remove')}
            </Button>
            <Button onPress={close}>{t('ui.cancel')}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
