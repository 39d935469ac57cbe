import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { ContentError } from './content-error.js';
import { readContentValues } from './content-form-values.js';
import { useContentChange, type ConsoleLearningObject } from './learning-objects.queries.js';

/** Publishing adds; what unpublishing ends is said first. */
export function PublishButton({ object }: { object: ConsoleLearningObject }): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { read, update } = useContentChange(object.id);
  const { change } = useSafeChange({ base: readContentValues(object), read, send: update });
  const set = (published: boolean) =>
    change.mutate(
      { published },
      {
        onSuccess: () => {
          setOpen(false);
          announce(t(published ? 'content.nowPublished' : 'content.nowDraft'));
        },
      },
    );
  if (!object.published)
    return (
      <>
        <Button look="primary" isPending={change.isPending} onPress={() => set(true)}>
          {t('content.publish')}
        </Button>
        <ContentError error={change.error} />
      </>
    );
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('content.unpublish')}</Button>
      <Dialog title={t('content.unpublish')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t('content.unpublishText', { title: object.title })}</p>
        <ContentError error={change.error} />
        <div className="actions">
          <Button look="danger" isPending={change.isPending} onPress={() => set(false)}>
            {t('content.unpublish')}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </>
  );
}
