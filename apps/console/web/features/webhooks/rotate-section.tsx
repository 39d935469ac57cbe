import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { RotateSecret } from '../../ui/rotate-secret.js';
import type { ConsoleWebhook } from './webhook-types.js';
import { useRotateSecret } from './webhooks.queries.js';

/** Rotates the secret; the user first chooses how long the old one works. */
export function RotateSection({ webhook }: { webhook: ConsoleWebhook }): ReactNode {
  const { t } = useTexts();
  return (
    <section aria-labelledby="rotate">
      <h2 id="rotate">{t('rotate.title')}</h2>
      <p className="state-text">{t(webhook.secret_key_set ? 'rotate.text' : 'rotate.unsigned')}</p>
      <RotateSecret
        names={['none', 'hour', 'day', 'week']}
        text={t('secret.text')}
        both={t('rotate.both')}
        atOnce={t('rotate.atOnce')}
        send={useRotateSecret(webhook.id)}
      />
    </section>
  );
}
