import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { fieldSentence } from '../../ui/field-sentence.js';
import { TextField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { PageHead } from '../../ui/page.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { addressSentence, readLines } from './address-lines.js';
import { useCreateApplication } from './applications.queries.js';

export function NewApplicationPage(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  // created with the form, so that sending it twice creates one application
  const [key] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [addresses, setAddresses] = useState('');
  const create = useCreateApplication(key);
  const lines = readLines(addresses);
  const nameFault = fieldSentence(create.error, 'client_name', t);
  return (
    <>
      <PageHead
        title={t('applications.newTitle')}
        above={<Link to="/applications">{t('applications.title')}</Link>}
      >
        <p className="state-text">{t('applications.newText')}</p>
      </PageHead>
      <ConsoleForm
        button={t('applications.create')}
        onSubmit={() => create.mutate({ client_name: name, redirect_uris: lines })}
        change={create}
        missing={[name.trim() === '' && t('ui.name'), lines.length === 0 && t('applications.addressesLabel')]}
      >
        <TextField
          label={t('ui.name')}
          description={t('applications.nameHint')}
          value={name}
          onChange={setName}
          fault={nameFault}
          isRequired
        />
        <TextField
          rows={3}
          label={t('applications.addressesLabel')}
          description={t('applications.newAddressesHint')}
          value={addresses}
          onChange={setAddresses}
          fault={addressSentence(create.error, t)}
          placeholder="https://partner.example/callback"
          isRequired
        />
        <p className="hint">{t('applications.newSecretHint')}</p>
      </ConsoleForm>
      {create.data && (
        <SecretDialog
          title={t('applications.created')}
          text={t('applications.secretOnce')}
          secret={create.data.client_secret}
          onClose={() =>
            void navigate({ to: '/applications/$client', params: { client: create.data.client_id } })
          }
        />
      )}
    </>
  );
}
