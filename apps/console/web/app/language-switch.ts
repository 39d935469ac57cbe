import { createContext } from 'react';
import type { ConsoleLanguage } from '../texts/languages.js';

/** Switches the console to another language. */
export const LanguageSwitch = createContext<(language: ConsoleLanguage) => void>(() => undefined);
