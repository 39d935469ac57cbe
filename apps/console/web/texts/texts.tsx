import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Catalogue, CatalogueKey } from './en/index.js';
import { formatText } from './format-text.js';
import type { Translate } from './translate.js';
import { locales, type ConsoleLanguage } from './languages.js';

export interface Words {
  t: Translate;
  /** Whether there is such a text: for names that the API may add. */
  has: (key: string) => key is CatalogueKey;
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
      has: (key): key is CatalogueKey => Object.hasOwn(catalogue, key),
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
