import { applicationsDe } from './applications.js';
import { auditLogDe } from './audit-log.js';
import { enrollmentsDe } from './enrollments.js';
import { collectionsDe } from './collections.js';
import { contentDe } from './content.js';
import { peopleDe } from './people.js';
import { overviewDe } from './overview.js';
import { portalDe } from './portal.js';
import { shellDe } from './shell.js';
import { webhooksDe } from './webhooks.js';
import type { PageTexts } from '../en/pages.js';

export const pagesDe: PageTexts = {
  ...shellDe,
  ...webhooksDe,
  ...auditLogDe,
  ...peopleDe,
  ...enrollmentsDe,
  ...applicationsDe,
  ...overviewDe,
  ...portalDe,
  ...contentDe,
  ...collectionsDe,
};
