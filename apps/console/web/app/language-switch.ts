import { createContext } from 'react';
import type { ConsoleLanguage } from '../texts/languages.js';

/** Shows the console in another language. */
export const LanguageSwitch = createContext<(language: ConsoleLanguage) => void>(() => undefined);
