import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useHasScope } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Differences } from '../../ui/differences.js';
import { listDifferent } from '../../ui/safe-change.js';
import { FormError } from '../../ui/states.js';
import { RemoveSection, SwitchSection } from './ending-sections.js';
import { RotateSection } from './rotate-section.js';
import { useGuardedChange } from './guarded-change.js';
import { WebhookFields } from './webhook-form.js';
import { readValues, type WebhookValues } from './webhook-values.js';
import { flagEventType, listEventTypes, type ConsoleWebhook } from './webhook-types.js';
import { useWebhook } from './webhooks.queries.js';

const route = getRouteApi('/shell/webhooks/$id/settings');

export function SettingsPage(): ReactNode {
  const { id } = route.useParams();
  const { data } = useWebhook(id);
  const canWrite = useHasScope('webhook.write');
  if (!data) return null; // the page around it shows why
  if (!canWrite) return <ReadOnly webhook={data.webhook} />;
  return (
    <>
      <EditForm webhook={data.webhook} />
      <RotateSection webhook={data.webhook} />
      <SwitchSection webhook={data.webhook} />
      <RemoveSection webhook={data.webhook} />
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
  const [base, setBase] = useState(() => readValues(webhook));
  const [values, setValues] = useState(base);
  const { change, theirs } = useGuardedChange(webhook.id, base);
  const changed = listDifferent(base, values);
  const show = (value: string | boolean): string =>
    typeof value === 'string' ? value : t(value ? 'changed.yes' : 'changed.no');

  function save(): void {
    const body = Object.fromEntries(changed.map((name) => [name, values[name]]));
    change.mutate(body, {
      onSuccess: (saved) => {
        start(readValues(saved));
        announce(t('settings.saved'));
      },
    });
  }
  function start(next: WebhookValues): void {
    setBase(next);
    setValues(next);
  }
  return (
    <section aria-labelledby="edit">
      <h2 id="edit">{t('settings.edit')}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <WebhookFields values={values} onChange={setValues} error={change.error} />
        {theirs ? (
          <Differences
            rows={listDifferent(theirs, values).map((name) => ({
              name: name === 'url' ? t('webhooks.url') : flagEventType(name),
              mine: show(values[name]),
              theirs: show(theirs[name]),
            }))}
            onKeepMine={() => {
              setBase(theirs);
              change.reset();
            }}
            onTakeTheirs={() => {
              start(theirs);
              change.reset();
            }}
          />
        ) : (
          <FormError error={change.error} />
        )}
        <div className="actions">
          <Button type="submit" look="primary" isPending={change.isPending} isDisabled={changed.length === 0}>
            {t('settings.save')}
          </Button>
          {changed.length > 0 && <Button onPress={() => setValues(base)}>{t('settings.undo')}</Button>}
        </div>
      </form>
    </section>
  );
}
