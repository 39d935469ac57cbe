import { applicationsEn } from './applications.js';
import { auditLogEn } from './audit-log.js';
import { enrollmentsEn } from './enrollments.js';
import { collectionsEn } from './collections.js';
import { contentEn } from './content.js';
import { peopleEn } from './people.js';
import { overviewEn } from './overview.js';
import { portalEn } from './portal.js';
import { shellEn } from './shell.js';
import { webhooksEn } from './webhooks.js';
import type { CatalogueText } from '../format-text.js';

/** English texts of the pages; the other languages have the same keys. */
export const pagesEn = {
  ...shellEn,
  ...webhooksEn,
  ...auditLogEn,
  ...peopleEn,
  ...enrollmentsEn,
  ...applicationsEn,
  ...overviewEn,
  ...portalEn,
  ...contentEn,
  ...collectionsEn,
} as const;

export type PageTexts = Readonly<Record<keyof typeof pagesEn, CatalogueText>>;
