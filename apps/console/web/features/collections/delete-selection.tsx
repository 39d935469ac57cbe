import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndButton } from '../../ui/end-button.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { readSelectionValues, type SelectionProps } from './content-selection.js';
import { useSelectionChange } from './selections.queries.js';

/** Deleting cannot be undone, so the user types the title to confirm it. */
export function DeleteButton({ kind, id, selection }: SelectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { read, remove } = useSelectionChange(kind, id);
  const { change } = useSafeChange({ shown: selection, toValues: readSelectionValues, read, send: remove });
  const { title } = selection;
  return (
    <EndButton
      label={t('ui.opens', { action: t('remove.button') })}
      question={{
        title: t('selections.deleteTitle', { title }),
        text: t('selections.deleteEnds', { count: selection.items_count }),
        button: t('remove.button'),
        repeat: { label: t('selections.repeat'), text: title },
      }}
      change={change}
      body={undefined}
      done={t('selections.deleted', { title })}
      onDone={() => void navigate({ to: kind === 'groups' ? '/groups' : '/collections' })}
    />
  );
}
