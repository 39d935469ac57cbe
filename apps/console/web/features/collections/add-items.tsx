import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { ConsoleForm } from '../../ui/form.js';
import type { SearchHit } from '../../ui/search-combo.js';
import { SearchMany } from '../../ui/search-many.js';
import type { SelectionProps } from './content-selection.js';
import { useAddItems, useFoundObjects } from './selections.queries.js';

/** Opens a dialog that adds learning objects. */
export function AddItemsButton(props: SelectionProps): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton label={t('selections.add')} look="primary" title={t('selections.add')}>
      {(close) => <AddForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function AddForm({ kind, id, selection, onClose }: SelectionProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<readonly SearchHit[]>([]);
  const [text, setText] = useState<string>();
  const objects = useFoundObjects(kind, text);
  const add = useAddItems(kind, id);
  const fault = fieldSentence(add.error, 'lo', t);
  const results = objects.data?.map(({ id: loId, title, type, provider }) => ({
    id: loId,
    name: title,
    detail: `${t(`content.type.${type}`)} · ${provider.name}`,
  }));
  function submit(): void {
    const lo = chosen.map((one) => one.id);
    add.mutate(lo, {
      onSuccess: () => {
        onClose();
        announce(t('selections.added', { count: lo.length, title: selection.title }));
      },
    });
  }
  return (
    <ConsoleForm
      button={t('selections.add')}
      onSubmit={submit}
      change={add}
      missing={[chosen.length === 0 && t('content.title')]}
      onCancel={onClose}
    >
      {kind === 'groups' && <p>{t('selections.ownOnly')}</p>}
      <SearchMany
        name={t('selections.add')}
        label={t('content.title')}
        value={chosen}
        onChange={setChosen}
        results={results}
        onSearch={setText}
        placeholder={t('enrollments.contentHint')}
        fault={fault}
        nameRemoval={(name) => t('people.removeManager', { name })}
      />
    </ConsoleForm>
  );
}
