import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { useRetirement, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Retiring cannot be undone: the title is written to confirm it. */
export function RetireButton({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { read, retire } = useRetirement(object.id);
  const { change } = useSafeChange({ base: readContentValues(object), read, send: retire });
  const { title } = object;
  function submit(): void {
    change.mutate(undefined, {
      onSuccess: () => {
        announce(t('content.retired', { title }));
        void navigate({ to: '/content' });
      },
    });
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('content.retire')} …</Button>
      <Dialog title={t('content.retire')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p>{t('content.retireEnds', { title })}</p>
          <TextField label={t('selections.repeat')} value={text} onChange={setText} />
          <ContentError error={change.error} />
          <div className="actions">
            <Button
              type="submit"
              look="danger"
              isPending={change.isPending}
              isDisabled={text.trim() !== title.trim()}
            >
              {t('content.retire')}
            </Button>
            <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
