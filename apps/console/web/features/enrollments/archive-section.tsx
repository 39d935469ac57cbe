import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { EndingSection } from '../../ui/ending-section.js';
import { useSafeChange } from '../../ui/safe-change.js';
import { readGrade } from './grade-values.js';
import {
  useReadEnrollment,
  useArchiveEnrollment,
  type ConsoleEnrollmentDetail,
} from './enrollments.queries.js';

interface ArchiveProps {
  enrollment: ConsoleEnrollmentDetail;
  name: string;
  title: string;
}

/** Archiving ends the enrollment, so the user is asked first; its history stays. */
export function ArchiveSection({ enrollment, name, title }: ArchiveProps): ReactNode {
  const { t } = useTexts();
  const { change } = useSafeChange({
    shown: enrollment,
    toValues: readGrade,
    read: useReadEnrollment(enrollment.id),
    send: useArchiveEnrollment(enrollment.id),
  });
  return (
    <EndingSection
      title={t('enrollments.archive')}
      text={t('enrollments.archiveText')}
      label={t('enrollments.archiveButton')}
      look="danger"
      question={{
        text: t('enrollments.archiveEnds', { name, title }),
        button: t('enrollments.archive'),
      }}
      change={change}
      body={undefined}
      done={t('enrollments.archivedNow')}
    />
  );
}
