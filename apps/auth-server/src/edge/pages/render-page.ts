import type { OpenidScope, Scope } from '@app/contracts';
import { escapeHtml } from '@app/http';
import { text, timeText, type Language, type TextKey } from '@app/texts';
import { Eta } from 'eta';
import { join } from 'node:path';
import type { Page } from './page.js';
import { openidLines, scopeLines } from './scope-lines.js';

const eta = new Eta({ views: join(__dirname, 'views'), cache: true, autoEscape: true });

/** Marks the time in a text; it occurs in no text. */
const MOMENT = '\u0000';
const moment = (language: Language, time: Date): string =>
  `<time datetime="${time.toISOString()}">${timeText(language, time)}</time>`;

/** The page as HTML; the template engine escapes all values. */
export function pageHtml(page: Page & { language: Language }): string {
  const t = (key: TextKey, values?: Record<string, string | number>) => text(page.language, key, values);
  const common = {
    t,
    /** HTML of a text with a time at `{date}`, which a script formats in the browser's time zone. */
    timed: (key: TextKey, time: Date | string, values: Record<string, string | number> = {}) =>
      escapeHtml(t(key, { ...values, date: MOMENT })).replace(MOMENT, () =>
        moment(page.language, new Date(time)),
      ),
    toScopeLines: (scopes: readonly Scope[]) => scopeLines(scopes),
    openidLines: (scopes: readonly OpenidScope[]) => openidLines(scopes),
    language: page.language,
    page: page.template.replace('./', ''),
    pageTitle: t(page.title, page.titleValues),
  };
  return eta.render(page.template, { ...page.data, ...common });
}
