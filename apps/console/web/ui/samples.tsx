import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { useTexts } from '../texts/texts.js';
import { Code } from './code.js';
import type { CallSample } from './token-samples.js';

/** Samples of a request in several programming languages, one of which is displayed. */
export function Samples({ samples }: { samples: readonly CallSample[] }): ReactNode {
  const { t } = useTexts();
  return (
    <Tabs className="sample-tabs">
      <TabList className="tabs" aria-label={t('samples.languages')}>
        {samples.map(({ language }) => (
          <Tab key={language} id={language} className="tab">
            {language}
          </Tab>
        ))}
      </TabList>
      {samples.map(({ language, code }) => (
        <TabPanel key={language} id={language}>
          <Code label={language} text={code} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
