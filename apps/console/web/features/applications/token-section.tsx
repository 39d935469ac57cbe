import type { ReactNode } from 'react';
import { useSignedIn } from '../../app/session-context.js';
import { useTexts } from '../../texts/texts.js';
import { Samples } from '../../ui/samples.js';
import { tokenSamples } from '../../ui/token-samples.js';

/** Shows how a program gets a token as this application. */
export function TokenSection({ clientId }: { clientId: string }): ReactNode {
  const { t } = useTexts();
  const { addresses } = useSignedIn();
  return (
    <section aria-labelledby="token">
      <h2 id="token">{t('applications.token')}</h2>
      <p className="state-text">{t('applications.tokenText')}</p>
      <Samples samples={tokenSamples(`${addresses.auth.replace(/\/$/, '')}/oauth/token`, clientId)} />
    </section>
  );
}
