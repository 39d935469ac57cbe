import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { readGrade } from './grade-values.js';
import {
  readEnrollmentNow,
  useArchiveEnrollment,
  type ConsoleEnrollmentDetail,
} from './enrollments.queries.js';

interface ArchiveProps {
  enrollment: ConsoleEnrollmentDetail;
  name: string;
  title: string;
}

/** Archiving ends the enrollment, so it is asked first; its history stays. */
export function ArchiveSection({ enrollment, name, title }: ArchiveProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { change } = useSafeChange({
    base: readGrade(enrollment),
    read: async () => {
      const now = await readEnrollmentNow(enrollment.id);
      return { values: readGrade(now.enrollment), etag: now.etag };
    },
    send: useArchiveEnrollment(enrollment.id),
  });
  const submit = () =>
    change.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        announce(t('enrollments.archivedNow'));
      },
    });
  return (
    <section className="ending" aria-labelledby="archive">
      <h2 id="archive">{t('enrollments.archive')}</h2>
      <p className="state-text">{t('enrollments.archiveText')}</p>
      <Button look="danger" onPress={() => setOpen(true)}>
        {t('enrollments.archiveButton')}
      </Button>
      <Dialog title={t('enrollments.archive')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t('enrollments.archiveEnds', { name, title })}</p>
        <FormError error={change.error} />
        <div className="actions">
          <Button look="danger" isPending={change.isPending} onPress={submit}>
            {t('enrollments.archiveConfirm')}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </section>
  );
}
