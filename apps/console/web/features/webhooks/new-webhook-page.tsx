import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { ConsoleForm } from '../../ui/form.js';
import { PageHead } from '../../ui/page.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { WebhookFields } from './webhook-form.js';
import { emptyValues } from './webhook-values.js';
import { useCreateWebhook } from './webhooks.queries.js';

/** The form's idempotency key: a form creates at most one webhook. */
const createKey = (): string => crypto.randomUUID();

export function NewWebhookPage(): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [key] = useState(createKey);
  const [values, setValues] = useState(emptyValues);
  const create = useCreateWebhook(key);
  const webhook = create.data;
  return (
    <>
      <PageHead title={t('form.newTitle')} above={<Link to="/webhooks">{t('webhooks.title')}</Link>} />
      <ConsoleForm
        button={t('webhooks.create')}
        onSubmit={() => create.mutate(values)}
        change={create}
        missing={[values.url === '' && t('ui.address')]}
      >
        <WebhookFields values={values} onChange={setValues} error={create.error} />
        <p className="hint">{t('form.secretHint')}</p>
      </ConsoleForm>
      {webhook && (
        <SecretDialog
          title={t('secret.created')}
          text={t('secret.text')}
          secret={webhook.secret_key}
          onClose={() => void navigate({ to: '/webhooks/$id', params: { id: webhook.id } })}
        />
      )}
    </>
  );
}
