import { useState, type ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { RowsTable } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { addressSentence, readLines } from './address-lines.js';
import type { ConsoleApplicationDetail } from './application-types.js';
import { useChangeApplication } from './applications.queries.js';

interface SectionProps {
  application: ConsoleApplicationDetail;
}

/** Redirect URIs. */
export function AddressesSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const saved = (application.redirect_uris ?? []).join('\n');
  const [text, setText] = useState(saved);
  const change = useChangeApplication(application.client_id);
  const lines = readLines(text);
  const isChanged = lines.join('\n') !== saved;
  function submit(): void {
    change.mutate({ redirect_uris: lines }, { onSuccess: () => announce(t('ui.saved')) });
  }
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">{t('applications.addresses')}</h2>
      {canWrite ? (
        <ConsoleForm
          button={t('ui.save')}
          onSubmit={submit}
          change={change}
          isDisabled={!isChanged}
          missing={[lines.length === 0 && t('applications.addressesLabel')]}
          actions={isChanged && <Button onPress={() => setText(saved)}>{t('applications.undo')}</Button>}
        >
          <TextField
            rows={3}
            label={t('applications.addressesLabel')}
            description={t('applications.addressesHint')}
            value={text}
            onChange={setText}
            fault={addressSentence(change.error, t)}
          />
        </ConsoleForm>
      ) : (
        <pre className="address-lines">{saved}</pre>
      )}
    </section>
  );
}

/** Public keys of the application's signed requests for tokens of people. */
export function KeysSection({ application }: SectionProps): ReactNode {
  const { t } = useTexts();
  const canWrite = useHasScope('app.write');
  const keys = application.keys ?? [];
  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t('applications.keys')}</h2>
      <p className="state-text">{t(keys.length > 0 ? 'applications.keysText' : 'applications.noKeys')}</p>
      {keys.length > 0 && (
        <RowsTable
          caption={t('applications.keys')}
          rows={keys}
          toKey={({ kid }) => kid}
          columns={[
            { name: t('ui.key'), className: 'code', cell: ({ kid }) => kid },
            { name: t('applications.alg'), cell: ({ alg }) => alg },
            {
              name: t('applications.keySince'),
              className: 'quiet',
              cell: ({ created_time: time }) => <Time value={time} />,
            },
          ]}
        />
      )}
      {canWrite && (
        <DialogButton label={t('applications.replaceKeys')} title={t('applications.replaceKeysTitle')} isWide>
          {(close) => <KeysForm clientId={application.client_id} onClose={close} />}
        </DialogButton>
      )}
    </section>
  );
}

function KeysForm({ clientId, onClose }: { clientId: string; onClose: () => void }): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const change = useChangeApplication(clientId);
  const fault = fieldSentence(change.error, 'jwks', t);
  function submit(): void {
    change.mutate(
      { jwks: text },
      {
        onSuccess: () => {
          announce(t('ui.saved'));
          onClose();
        },
      },
    );
  }
  return (
    <ConsoleForm
      button={t('applications.replaceKeysButton')}
      onSubmit={submit}
      change={change}
      missing={[text.trim() === '' && t('applications.jwks')]}
      onCancel={onClose}
    >
      <TextField
        label={t('applications.jwks')}
        description={t('applications.jwksHint')}
        value={text}
        onChange={setText}
        fault={fault}
        rows={10}
        placeholder='{"keys": [{"kty": "EC", "crv": "P-256", "x": "…", "y": "…"}]}'
      />
    </ConsoleForm>
  );
}
