import { useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { SelectField } from '../../ui/fields.js';
import { ConsoleForm } from '../../ui/form.js';
import { SecretDialog } from '../../ui/secret-dialog.js';
import { Time } from '../../ui/time.js';
import type { ConsoleWebhook } from './webhook-types.js';
import { useRotateSecret } from './webhooks.queries.js';

const overlaps = { none: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Overlap = keyof typeof overlaps;
const overlapNames = Object.keys(overlaps) as Overlap[];

/** A new secret: how long the old one works is said before it is made. */
export function RotateSection({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  const [round, setRound] = useState(0);
  return (
    <section aria-labelledby="rotate">
      <h2 id="rotate">{t('rotate.title')}</h2>
      <p className="state-text">{t(webhook.secret_key_set ? 'rotate.text' : 'rotate.unsigned')}</p>
      <RotateButton key={round} webhookId={webhook.id} onDone={() => setRound(round + 1)} />
    </section>
  );
}

function RotateButton({ webhookId, onDone }: { webhookId: number; onDone: () => void }): ReactNode {
  const { t } = useTexts();
  const [key] = useState(() => crypto.randomUUID());
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('day');
  const [until, setUntil] = useState<string>();
  const rotate = useRotateSecret(webhookId, key);
  function submit(): void {
    rotate.mutate(overlaps[overlap], {
      onSuccess: () => setUntil(new Date(Date.now() + overlaps[overlap] * 1_000).toISOString()),
    });
  }
  if (rotate.data) {
    return (
      <SecretDialog
        title={t('secret.rotated')}
        text={t('secret.text')}
        secret={rotate.data.secret_key}
        onClose={onDone}
      >
        {until && overlap !== 'none' && (
          <p>
            {t('rotate.until')} <Time value={until} />.
          </p>
        )}
      </SecretDialog>
    );
  }
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t('rotate.button')}</Button>
      <Dialog title={t('rotate.title')} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ConsoleForm
          button={t('rotate.make')}
          onSubmit={submit}
          change={rotate}
          onCancel={() => setOpen(false)}
        >
          <SelectField
            label={t('rotate.overlap')}
            choices={overlapNames.map((id) => ({ id, name: t(`rotate.overlap.${id}`) }))}
            value={overlap}
            onChange={(id) => setOverlap(id as Overlap)}
          />
          <p className="state-text">{t(overlap === 'none' ? 'rotate.atOnce' : 'rotate.both')}</p>
        </ConsoleForm>
      </Dialog>
    </>
  );
}
