import { createRoot } from 'react-dom/client';
import type { PageTexts } from '../texts/en/pages.js';
import type { ConsoleLanguage } from '../texts/languages.js';
import { watchNetwork } from '../api/connection.js';
import { App } from './app.js';

/** Renders the application in place of the empty shell. */
export function start(language: ConsoleLanguage, catalogue: PageTexts): void {
  watchNetwork();
  createRoot(document.getElementById('root')!).render(<App language={language} catalogue={catalogue} />);
}
