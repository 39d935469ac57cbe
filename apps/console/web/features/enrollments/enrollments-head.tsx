import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdministrates, useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { PageHead } from '../../ui/page.js';
import { ScrollingNav } from '../../ui/scrolling-nav.js';
import { EnrollButton } from './enroll-dialog.js';

interface HeadProps {
  /** Buttons in addition to the one that enrolls a person. */
  actions?: ReactNode;
  /** The content that both pages are filtered by. */
  loId: number | undefined;
}

/** The heading of the enrollments: one by one, or counted by content. */
export function EnrollmentsHead({ actions, loId }: HeadProps): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('enrollment.write');
  const canEnrollMany = useAdministrates('enrollment.write');
  const search = loId === undefined ? {} : { lo_id: loId };
  const activeOptions = { exact: true, includeSearch: false };
  return (
    <>
      <PageHead
        title={t('enrollments.title')}
        actions={
          <>
            {actions}
            {canEnrollMany && (
              <Link to="/enrollments/many" className="button button-plain">
                {t('enrollMany.open')}
              </Link>
            )}
            {canWrite && <EnrollButton />}
          </>
        }
      />
      <ScrollingNav className="tabs" label={t('enrollments.title')}>
        <Link to="/enrollments" search={search} activeOptions={activeOptions}>
          {t('enrollments.oneByOne')}
        </Link>
        <Link to="/enrollments/aggregates" search={search} activeOptions={activeOptions}>
          {t('enrollments.byContent')}
        </Link>
      </ScrollingNav>
    </>
  );
}
