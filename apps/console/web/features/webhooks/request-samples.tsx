import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTexts } from '../../texts/texts.js';
import { Code } from '../../ui/code.js';
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
        <Tabs className="sample-tabs">
          <TabList className="tabs" aria-label={t('delivery.verify')}>
            {verificationSamples.map(({ language }) => (
              <Tab key={language} id={language} className="tab">
                {language}
              </Tab>
            ))}
          </TabList>
          {verificationSamples.map(({ language, code }) => (
            <TabPanel key={language} id={language}>
              <Code label={language} text={code} />
            </TabPanel>
          ))}
        </Tabs>
      </section>
    </>
  );
}
