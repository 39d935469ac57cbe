import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Catalogue, CatalogueKey } from './en/index.js';
import type { PageTexts } from './en/pages.js';
import { formatText } from './format-text.js';
import type { Words } from './words.js';
import { locales, type ConsoleLanguage } from './languages.js';
import { loadErrorTexts } from './load-texts.js';

const TextsContext = createContext<Words | null>(null);

interface TextsProps {
  language: ConsoleLanguage;
  catalogue: PageTexts;
  children: ReactNode;
}

export function Texts({ language, catalogue: pages, children }: TextsProps): ReactNode {
  const errors = useErrorTexts(language);
  const words = useMemo<Words>(() => {
    const catalogue: PageTexts & Partial<Catalogue> = { ...pages, ...errors };
    return {
      t: (key, values) => formatText(language, catalogue[key] ?? pages['error.internal_error'], values),
      has: (key): key is CatalogueKey => Object.hasOwn(catalogue, key),
      listKeys: (beginning) =>
        (Object.keys(catalogue) as CatalogueKey[]).filter((key) => key.startsWith(beginning)),
      language,
      locale: locales[language],
    };
  }, [language, pages, errors]);
  return <TextsContext value={words}>{children}</TextsContext>;
}

/** Milliseconds until loading the file of error messages is retried. */
const RETRY_MS = 5_000;

/** The error messages: loaded after the page is displayed, and retried after failures. */
function useErrorTexts(language: ConsoleLanguage): Partial<Catalogue> {
  const [errors, setErrors] = useState<Partial<Catalogue>>({});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const load = (): void => {
      loadErrorTexts(language).then(
        (texts) => isShown && setErrors(texts),
        () => isShown && (timer = setTimeout(load, RETRY_MS)),
      );
    };
    load();
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [language]);
  return errors;
}

/** The texts of the language of the page. */
export function useTexts(): Words {
  const words = use(TextsContext);
  if (!words) throw new Error('useTexts needs <Texts> around it');
  return words;
}
