import { useState, type ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Time } from '../../ui/time.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { ApproveDialog } from './approve-dialog.js';
import { EndAccessButton } from './end-access-button.js';
import { ScopeList } from './scope-list.js';

const powers = ['acts_for_people', 'for_administrators', 'makes_portals'] as const;

/** The section about the portal's approval: its scopes, since when and by whom. */
export function ApprovalSection({ application }: { application: ConsoleApplicationDetail }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const [isOpen, setOpen] = useState(false);
  const { approval, client_name: name } = application;
  return (
    <section aria-labelledby="approval">
      <h2 id="approval">{t('applications.approval')}</h2>
      {approval ? (
        <>
          <p className="state-text">
            {t(`applications.cameBy.${approval.came_by}`, { name: approval.approved_by?.name ?? '–' })}{' '}
            <Time value={approval.approved_time} />
          </p>
          <ScopeList scopes={approval.scopes} />
          <ul className="scope-list">
            {powers
              .filter((power) => approval[power])
              .map((power) => (
                <li key={power}>{t(`applications.power.${power}`)}</li>
              ))}
          </ul>
        </>
      ) : (
        <p className="state-text">
          {t(application.is_blocked ? 'applications.isBlocked' : 'applications.notApproved')}
        </p>
      )}
      {canWrite && !application.is_blocked && (
        <div className="actions">
          <Button onPress={() => setOpen(true)}>
            {t(approval ? 'applications.changeButton' : 'applications.approveButton')}
          </Button>
          {approval && (
            <EndAccessButton
              clientId={application.client_id}
              change={{ act: 'withdraw' }}
              label={t('applications.withdraw')}
              title={t('applications.withdrawTitle', { name })}
              done={t('applications.withdrawn')}
            >
              {t('applications.withdrawText')}
            </EndAccessButton>
          )}
        </div>
      )}
      <ApproveDialog
        application={application}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={() => undefined}
      />
    </section>
  );
}
