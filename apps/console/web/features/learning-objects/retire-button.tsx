import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndButton } from '../../ui/end-button.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { useContentChange, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Retiring cannot be undone, so the user types the title to confirm it. */
export function RetireButton({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { read, retire } = useContentChange(object.id);
  const { change } = useSafeChange({ shown: object, toValues: readContentValues, read, send: retire });
  const { title } = object;
  return (
    <EndButton
      label={t('ui.opens', { action: t('content.retire') })}
      question={{
        title: t('content.retire'),
        text: t('content.retireEnds', { title }),
        button: t('content.retire'),
        repeat: { label: t('selections.repeat'), text: title },
      }}
      change={change}
      body={undefined}
      error={<ContentError error={change.error} />}
      done={t('content.retired', { title })}
      onDone={() => void navigate({ to: '/content' })}
    />
  );
}
