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
import './style/overview.css';
import './style/portal.css';
import './style/content.css';
import { loadPageFile } from './app/page-files.js';
import { preferredLanguage, preferredScheme, showScheme } from './app/preferences.js';
import { loadTexts } from './texts/load-texts.js';

// this file is small: it loads the application, its texts and the page's file in parallel
const language = preferredLanguage();
showScheme(preferredScheme());
const application = import('./app/start.js');
const texts = loadTexts(language);
loadPageFile(location.pathname);
// not `await`: the application imports this file, and would wait for it
void Promise.all([application, texts]).then(([{ start }, catalogue]) => start(language, catalogue));
