import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { ConfirmByName } from '../../ui/confirm-by-name.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { readSelectionValues, type SelectionProps } from './content-selection.js';
import { useSelectionChange } from './selections.queries.js';

/** Deleting cannot be undone: the title is written to confirm it. */
export function DeleteButton({ kind, id, selection }: SelectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
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
    <ConfirmByName
      action={t('remove.button')}
      title={t('selections.deleteTitle', { title })}
      ends={t('selections.deleteEnds', { count: selection.items_count })}
      name={title}
      error={<FormError error={change.error} />}
      isPending={change.isPending}
      onConfirm={submit}
    />
  );
}
