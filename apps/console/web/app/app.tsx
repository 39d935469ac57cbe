import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { setAnswerLanguage } from '../api/client.js';
import type { PageTexts } from '../texts/en/pages.js';
import { locales, type ConsoleLanguage } from '../texts/languages.js';
import { loadTexts } from '../texts/load-texts.js';
import { Texts } from '../texts/texts.js';
import { LanguageSwitch } from './language-switch.js';
import { storeLanguage } from './preferences.js';
import { createQueryClient } from './query-client.js';
import { createConsoleRouter } from './router.js';

const queryClient = createQueryClient();
const router = createConsoleRouter();

interface AppProps {
  language: ConsoleLanguage;
  catalogue: PageTexts;
}

export function App(props: AppProps): ReactNode {
  const [{ language, catalogue }, setTexts] = useState(() => {
    setAnswerLanguage(props.language); // before the first request
    return props;
  });
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  async function switchLanguage(chosen: ConsoleLanguage): Promise<void> {
    const texts = await loadTexts(chosen);
    storeLanguage(chosen);
    setAnswerLanguage(chosen);
    setTexts({ language: chosen, catalogue: texts });
  }

  return (
    <Texts language={language} catalogue={catalogue}>
      <I18nProvider locale={locales[language]}>
        <LanguageSwitch value={(chosen) => void switchLanguage(chosen)}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LanguageSwitch>
      </I18nProvider>
    </Texts>
  );
}
