import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Checkbox, TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import {
  applicationScopes,
  type ApplicationScope,
  type ConsoleApplicationDetail,
} from './application-types.js';
import { useApprove } from './applications.queries.js';
import { ScopeWords } from './scope-list.js';

interface ApproveProps {
  /** If absent, the dialog asks for the client id. */
  application?: ConsoleApplicationDetail;
  onDone?: (clientId: string) => void;
}

/** Opens a dialog that approves an application for the whole portal, or changes the scopes of its approval. */
export function ApproveButton(props: ApproveProps): ReactNode {
  const { t } = useTexts();
  const { application } = props;
  const label = application?.approval ? 'applications.changeButton' : 'applications.approveButton';
  const title = application
    ? t(application.approval ? 'applications.changeApproval' : 'applications.approveNamed', {
        name: application.client_name,
      })
    : t('applications.approveOther');
  return (
    <DialogButton label={application ? t(label) : title} title={title} isWide>
      {(close) => <ApproveForm {...props} onClose={close} />}
    </DialogButton>
  );
}

export const approvalPowers = ['acts_for_people', 'for_administrators', 'makes_portals'] as const;
type Power = (typeof approvalPowers)[number];

function ApproveForm({ application, onClose, onDone }: ApproveProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [clientId, setClientId] = useState(application?.client_id ?? '');
  const [scopes, setScopes] = useState<readonly ApplicationScope[]>(application?.scopes ?? []);
  const [allowed, setAllowed] = useState<readonly Power[]>(
    approvalPowers.filter((power) => application?.approval?.[power]),
  );
  const approve = useApprove();
  const approval = {
    scopes: applicationScopes.filter((scope) => scopes.includes(scope)),
    acts_for_people: allowed.includes('acts_for_people'),
    for_administrators: allowed.includes('acts_for_people') && allowed.includes('for_administrators'),
    makes_portals: allowed.includes('makes_portals'),
  };
  function submit(): void {
    approve.mutate(
      { clientId: clientId.trim(), approval },
      {
        onSuccess: ({ client_id: id, client_name: name }) => {
          announce(t('applications.approved', { name }));
          onClose();
          onDone?.(id);
        },
      },
    );
  }
  return (
    <ConsoleForm
      button={t('applications.approve')}
      onSubmit={submit}
      change={approve}
      isDisabled={clientId.trim() === '' || approval.scopes.length === 0}
      onCancel={onClose}
    >
      <p>{t('applications.approvalText')}</p>
      {!application && (
        <TextField
          label={t('applications.clientId')}
          description={t('applications.clientIdHint')}
          value={clientId}
          onChange={setClientId}
          isRequired
          isCode
        />
      )}
      <fieldset className="flags">
        <legend>{t('applications.scopes')}</legend>
        <div className="scope-checks">
          {applicationScopes.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={scopes.includes(scope)}
              onChange={(isSelected) => setScopes(toggle(scopes, scope, isSelected))}
            >
              <ScopeWords scope={scope} />
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <fieldset className="flags">
        <legend>{t('applications.powers')}</legend>
        <div className="scope-checks">
          {approvalPowers
            .filter((power) => power !== 'for_administrators' || approval.acts_for_people)
            .map((power) => (
              <Checkbox
                key={power}
                isSelected={allowed.includes(power)}
                onChange={(isSelected) => setAllowed(toggle(allowed, power, isSelected))}
              >
                {t(`applications.power.${power}`)}
              </Checkbox>
            ))}
        </div>
      </fieldset>
    </ConsoleForm>
  );
}

const toggle = <One,>(all: readonly One[], one: One, isSelected: boolean): readonly One[] =>
  isSelected ? [...all, one] : all.filter((other) => other !== one);
