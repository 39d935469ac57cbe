import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { TextField } from '../../ui/fields.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import { readSelectionValues, type SelectionProps } from './content-selection.js';
import { useSelectionChange } from './selections.queries.js';

/** Opens a dialog for changing the title. */
export function RenameButton(props: SelectionProps): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton label={t('ui.opens', { action: t('selections.rename') })} title={t('selections.rename')}>
      {(close) => <RenameForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function RenameForm({ kind, id, selection, onClose }: SelectionProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const { read, rename } = useSelectionChange(kind, id);
  const form = useSafeForm({ shown: selection, toValues: readSelectionValues, read, send: rename });
  const { title } = form.values;
  return (
    <SafeForm
      form={form}
      nameField={() => t('content.name')}
      show={(values) => values.title}
      missing={[title.trim() === '' && t('content.name')]}
      onSave={() => form.save(title.trim(), t('ui.saved'), onClose)}
      onCancel={onClose}
    >
      <TextField
        label={t('content.name')}
        value={title}
        onChange={(next) => form.setValues({ title: next })}
        fault={form.fault('title')}
        isRequired
      />
    </SafeForm>
  );
}
