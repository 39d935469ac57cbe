import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { announce } from '../../ui/announcer.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/fields.js';
import { FormError } from '../../ui/states.js';
import { useGuardedChange } from './guarded-change.js';
import type { ConsoleWebhook } from './webhook-types.js';
import { readValues } from './webhook-values.js';

interface SectionProps {
  webhook: ConsoleWebhook;
}

/** Disabling ends what waits, so it is asked first; enabling begins with a probe. */
export function SwitchSection({ webhook }: SectionProps): ReactNode {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { change } = useGuardedChange(webhook.id, readValues(webhook));
  const set = (enabled: boolean) =>
    change.mutate(
      { enabled },
      {
        onSuccess: () => {
          setOpen(false);
          announce(t(enabled ? 'switch.enabled' : 'switch.disabled'));
        },
      },
    );
  return (
    <section aria-labelledby="switch">
      <h2 id="switch">{t(webhook.enabled ? 'switch.disable' : 'switch.enable')}</h2>
      <p className="state-text">{t(webhook.enabled ? 'switch.disableText' : 'switch.enableText')}</p>
      {webhook.enabled ? (
        <Button onPress={() => setOpen(true)}>{t('switch.disable')}</Button>
      ) : (
        <Button isPending={change.isPending} onPress={() => set(true)}>
          {t('switch.enable')}
        </Button>
      )}
      {!isOpen && <FormError error={change.error} />}
      <Dialog title={t('switch.disable')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>{t('switch.ends', { count: webhook.waiting_count, url: webhook.url })}</p>
        <FormError error={change.error} />
        <div className="actions">
          <Button look="danger" isPending={change.isPending} onPress={() => set(false)}>
            {t('switch.disable')}
          </Button>
          <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
        </div>
      </Dialog>
    </section>
  );
}

/** Deleting cannot be undone: the person writes the address. */
export function RemoveSection({ webhook }: SectionProps): ReactNode {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const { removal } = useGuardedChange(webhook.id, readValues(webhook));
  function submit(): void {
    removal.mutate(undefined, {
      onSuccess: () => {
        announce(t('remove.done'));
        void navigate({ to: '/webhooks' });
      },
    });
  }
  return (
    <section aria-labelledby="remove">
      <h2 id="remove">{t('remove.title')}</h2>
      <p className="state-text">{t('remove.text')}</p>
      <Button look="danger" onPress={() => setOpen(true)}>
        {t('remove.button')}
      </Button>
      <Dialog title={t('remove.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <p>{t('remove.ends', { count: webhook.waiting_count })}</p>
          <p>
            <code>{webhook.url}</code>
          </p>
          <TextField label={t('remove.repeat')} value={text} onChange={setText} isCode />
          <FormError error={removal.error} />
          <div className="actions">
            <Button
              type="submit"
              look="danger"
              isPending={removal.isPending}
              isDisabled={text.trim() !== webhook.url}
            >
              {t('remove.button')}
            </Button>
            <Button onPress={() => setOpen(false)}>{t('ui.cancel')}</Button>
          </div>
        </form>
      </Dialog>
    </section>
  );
}
