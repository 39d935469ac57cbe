import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { SafeForm, useSafeForm } from '../../ui/safe-form.js';
import { RemoveSection, SwitchSection } from './ending-sections.js';
import { RotateSection } from './rotate-section.js';
import { WebhookFields } from './webhook-form.js';
import { readValues } from './webhook-values.js';
import { flagEventType, listEventTypes, type ConsoleWebhook } from './webhook-types.js';
import { useWebhook, useWebhookChange } from './webhooks.queries.js';

const route = getRouteApi('/shell/webhooks/$id/settings');

export function SettingsPage(): ReactNode {
  const { id } = route.useParams();
  const { data: webhook } = useWebhook(id);
  const canWrite = useHasScope('webhook.write');
  if (!webhook) return null; // the outer page displays the error
  if (!canWrite) return <ReadOnly webhook={webhook} />;
  return (
    <>
      <EditForm webhook={webhook} />
      <RotateSection webhook={webhook} />
      <SwitchSection webhook={webhook} />
      <RemoveSection webhook={webhook} />
    </>
  );
}

function ReadOnly({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  return (
    <section>
      <h2>{t('form.events')}</h2>
      <p className="state-text">{t('settings.readOnly')}</p>
      <ul className="code">
        {listEventTypes(webhook).map((type) => (
          <li key={type}>{type}</li>
        ))}
      </ul>
    </section>
  );
}

function EditForm({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  const { read, update } = useWebhookChange(webhook.id);
  const form = useSafeForm({ shown: webhook, toValues: readValues, read, send: update });
  const show = (value: string | boolean): string =>
    typeof value === 'string' ? value : t(value ? 'changed.yes' : 'changed.no');
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t('settings.edit')}</h2>
      <SafeForm
        form={form}
        nameField={(name) => (name === 'url' ? t('ui.address') : flagEventType(name))}
        show={(values, name) => show(values[name])}
        onSave={() => form.save(form.edits)}
      >
        <WebhookFields values={form.values} onChange={form.setValues} error={form.change.error} />
      </SafeForm>
    </section>
  );
}
