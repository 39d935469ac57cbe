import type { ReactNode } from 'react';
import { useTexts } from '../../texts/texts.js';
import { Code } from '../../ui/code.js';
import { Samples } from '../../ui/samples.js';
import { curlCommand } from './curl-command.js';
import { verificationSamples } from './verification-samples.js';
import type { ConsoleDeliveryDetail } from './webhook-types.js';

interface SamplesProps {
  url: string;
  delivery: ConsoleDeliveryDetail;
  body: string;
}

/** The request as a command, and how a receiver verifies its signature. */
export function RequestSamples({ url, delivery, body }: SamplesProps): ReactNode {
  const { t } = useTexts();
  return (
    <>
      <section aria-labelledby="curl">
        <h2 id="curl">{t('delivery.repeat')}</h2>
        <p className="state-text">{t('delivery.curlHint')}</p>
        <Code label="curl" text={curlCommand(url, delivery.headers, body)} />
      </section>
      <section aria-labelledby="verify">
        <h2 id="verify">{t('delivery.verify')}</h2>
        <p className="state-text">{t('delivery.verifyHint')}</p>
        <Samples samples={verificationSamples} />
      </section>
    </>
  );
}
