import 'virtual:look.css';
import './style/base.css';
import './style/shell.css';
import './style/controls.css';
import './style/overlays.css';
import './style/tables.css';
import './style/webhooks.css';
import './style/applications.css';
import './style/audit-log.css';
import './style/people.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { preferredLanguage, preferredScheme, showScheme } from './app/preferences.js';
import { loadTexts } from './texts/load-texts.js';

const language = preferredLanguage();
showScheme(preferredScheme());
const catalogue = await loadTexts(language);
createRoot(document.getElementById('root')!).render(<App language={language} catalogue={catalogue} />);
