import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Catalogue } from './en/index.js';
import { formatText } from './format-text.js';
import type { Translate } from './translate.js';
import { locales, type ConsoleLanguage } from './languages.js';

export interface Words {
  t: Translate;
  language: ConsoleLanguage;
  /** For dates and numbers. */
  locale: string;
}

const TextsContext = createContext<Words | null>(null);

interface TextsProps {
  language: ConsoleLanguage;
  catalogue: Catalogue;
  children: ReactNode;
}

export function Texts({ language, catalogue, children }: TextsProps): ReactNode {
  const words = useMemo<Words>(
    () => ({
      t: (key, values) => formatText(language, catalogue[key], values),
      language,
      locale: locales[language],
    }),
    [language, catalogue],
  );
  return <TextsContext value={words}>{children}</TextsContext>;
}

/** The texts of the language of the page. */
export function useTexts(): Words {
  const words = use(TextsContext);
  if (!words) throw new Error('useTexts needs <Texts> around it');
  return words;
}
