import type { OpenidScope, Scope } from '@app/contracts';
import { text, timeText, type Language, type TextKey } from '@app/texts';
import { Eta } from 'eta';
import { join } from 'node:path';
import type { Page } from './page.js';
import { openidLine, scopeLines } from './scope-lines.js';

const eta = new Eta({ views: join(__dirname, 'views'), cache: true, autoEscape: true });

/** The page as HTML; the template engine escapes everything that comes from outside. */
export function pageHtml(page: Page & { language: Language }): string {
  const t = (key: TextKey, values?: Record<string, string | number>) => text(page.language, key, values);
  const common = {
    t,
    time: (time: Date | string) => timeText(page.language, new Date(time)),
    toScopeLines: (scopes: readonly Scope[]) => scopeLines(scopes),
    openidLine: (scopes: readonly OpenidScope[]) => openidLine(scopes),
    language: page.language,
    page: page.template.replace('./', ''),
    pageTitle: t(page.title, page.titleValues),
  };
  return eta.render(page.template, { ...page.data, ...common });
}
