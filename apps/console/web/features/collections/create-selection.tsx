import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import type { ContentSelectionKind } from './content-selection.js';
import { useCreateSelection } from './selections.queries.js';

interface CreateProps {
  kind: ContentSelectionKind;
}

/** Opens a dialog that creates a selection and then opens its page. */
export function CreateSelectionButton({ kind }: CreateProps): ReactNode {
  const { t } = useTexts();
  return (
    <DialogButton label={t(`selections.new.${kind}`)} look="primary" title={t(`selections.new.${kind}`)}>
      {(close) => <CreateForm kind={kind} onClose={close} />}
    </DialogButton>
  );
}

function CreateForm({ kind, onClose }: CreateProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [key] = useState(() => crypto.randomUUID());
  const [title, setTitle] = useState('');
  const create = useCreateSelection(kind, key);
  const fault = fieldSentence(create.error, 'title', t);
  function submit(): void {
    create.mutate(title.trim(), {
      onSuccess: ({ id }) => {
        announce(t('selections.created', { title: title.trim() }));
        void navigate({ to: kind === 'groups' ? '/groups/$id' : '/collections/$id', params: { id } });
      },
    });
  }
  return (
    <ConsoleForm
      button={t('content.create')}
      onSubmit={submit}
      change={create}
      missing={[title.trim() === '' && t('content.name')]}
      onCancel={onClose}
    >
      <TextField label={t('content.name')} value={title} onChange={setTitle} fault={fault} isRequired />
    </ConsoleForm>
  );
}
