import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { ConfirmByName } from '../../ui/confirm-by-name.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { useContentChange, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Retiring cannot be undone: the title is written to confirm it. */
export function RetireButton({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { read, retire } = useContentChange(object.id);
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
    <ConfirmByName
      action={t('content.retire')}
      title={t('content.retire')}
      ends={t('content.retireEnds', { title })}
      name={title}
      error={<ContentError error={change.error} />}
      isPending={change.isPending}
      onConfirm={submit}
    />
  );
}
