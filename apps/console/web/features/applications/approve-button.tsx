import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Breakable } from '../../ui/breakable.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { Fact, FactList } from '../../ui/facts.js';
import { Checkbox, TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { NoAnswer } from '../../ui/no-answer.js';
import { FormError } from '../../ui/states.js';
import {
  applicationScopes,
  type ApplicationScope,
  type ApprovableApplication,
  type ConsoleApplicationDetail,
} from './application-types.js';
import { useApprovable, useApprove, useFindApprovable } from './applications.queries.js';
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
      {(close) => <ApproveSteps {...props} onClose={close} />}
    </DialogButton>
  );
}

export const approvalPowers = ['acts_for_people', 'for_administrators', 'makes_portals'] as const;
type Power = (typeof approvalPowers)[number];

/** Finds the application first: its name, owner and hosts are displayed before the scopes. */
function ApproveSteps({ application, onClose, onDone }: ApproveProps & { onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [clientId, setClientId] = useState(application?.client_id ?? '');
  const find = useFindApprovable();
  const known = useApprovable(application?.client_id);
  const client = find.data ?? known.data;
  if (client) return <ApproveForm client={client} onClose={onClose} onDone={onDone} />;
  if (application) return <NoAnswer query={known} rows={3} />;
  return (
    <ConsoleForm
      button={t('applications.find')}
      onSubmit={() => find.mutate(clientId.trim())}
      change={find}
      error={<FormError error={find.error} sentences={{ not_found: t('applications.unknownId') }} />}
      missing={[clientId.trim() === '' && t('applications.clientId')]}
      onCancel={onClose}
    >
      <TextField
        label={t('applications.clientId')}
        description={t('applications.clientIdHint')}
        value={clientId}
        onChange={(text) => {
          setClientId(text);
          find.reset();
        }}
        isRequired
        isCode
      />
    </ConsoleForm>
  );
}

/** The button that found the application is gone; screen readers read on here. */
const focusFacts = (facts: HTMLElement | null): void => facts?.focus();

interface FormProps {
  client: ApprovableApplication;
  onClose: () => void;
  onDone: ((clientId: string) => void) | undefined;
}

function ApproveForm({ client, onClose, onDone }: FormProps): ReactNode {
  const { t } = useTexts();
  const offered = applicationScopes.filter((scope) => client.scopes.includes(scope));
  const [scopes, setScopes] = useState<readonly ApplicationScope[]>(client.approval?.scopes ?? []);
  const [allowed, setAllowed] = useState<readonly Power[]>(
    approvalPowers.filter((power) => client.approval?.[power]),
  );
  const approve = useApprove();
  const approval = {
    scopes: offered.filter((scope) => scopes.includes(scope)),
    acts_for_people: allowed.includes('acts_for_people'),
    for_administrators: allowed.includes('acts_for_people') && allowed.includes('for_administrators'),
    makes_portals: allowed.includes('makes_portals'),
  };
  function submit(): void {
    approve.mutate(
      { clientId: client.client_id, approval },
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
      missing={[approval.scopes.length === 0 && t('applications.scopes')]}
      onCancel={onClose}
    >
      <div ref={focusFacts} tabIndex={-1}>
        <FactList>
          <Fact name={t('ui.name')}>{client.client_name}</Fact>
          <Fact name={t('applications.owner')}>
            {client.owner.portal_title ?? t(`applications.owner.${client.owner.kind}`)}
          </Fact>
          <Fact name={t('applications.hosts')}>
            {client.redirect_hosts.map((host) => (
              <div key={host} className="code">
                <Breakable text={host} />
              </div>
            ))}
            {client.redirect_hosts.length === 0 && t('applications.noHosts')}
          </Fact>
        </FactList>
      </div>
      <p>{t('applications.approvalText')}</p>
      <fieldset className="flags">
        <legend>{t('applications.scopes')}</legend>
        <div className="scope-checks">
          {offered.map((scope) => (
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
