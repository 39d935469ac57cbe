import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Time } from '../../ui/time.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { ApproveButton, approvalPowers } from './approve-button.js';
import { EndAccessButton } from './end-access-button.js';
import { ScopeList } from './scope-list.js';

/** The portal's approval: its scopes, its time and the approver. */
export function ApprovalSection({ application }: { application: ConsoleApplicationDetail }): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
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
            {approvalPowers
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
          <ApproveButton application={application} />
          {approval && (
            <EndAccessButton
              clientId={application.client_id}
              change={{ act: 'withdraw' }}
              label={t('applications.withdraw')}
              title={t('applications.withdrawTitle', { name })}
              done={t('applications.withdrawn')}
              text={t('applications.withdrawText')}
            />
          )}
        </div>
      )}
    </section>
  );
}
