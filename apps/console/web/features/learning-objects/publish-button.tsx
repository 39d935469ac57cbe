import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndButton } from '../../ui/end-button.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { useContentChange, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Publishes immediately; unpublishing asks first, because learners lose access. */
export function PublishButton({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const { read, update } = useContentChange(object.id);
  const { change } = useSafeChange({ shown: object, toValues: readContentValues, read, send: update });
  const { published, title } = object;
  const question = {
    title: t('content.unpublish'),
    text: t('content.unpublishText', { title }),
    button: t('content.unpublish'),
  };
  return (
    <EndButton
      label={t(published ? 'content.unpublish' : 'content.publish')}
      look={published ? 'plain' : 'primary'}
      question={published ? question : undefined}
      change={change}
      body={{ published: !published }}
      error={<ContentError error={change.error} />}
      done={t(published ? 'content.nowDraft' : 'content.nowPublished')}
    />
  );
}
