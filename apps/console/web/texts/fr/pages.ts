import { applicationsFr } from './applications.js';
import { auditLogFr } from './audit-log.js';
import { enrollmentsFr } from './enrollments.js';
import { collectionsFr } from './collections.js';
import { contentFr } from './content.js';
import { peopleFr } from './people.js';
import { overviewFr } from './overview.js';
import { portalFr } from './portal.js';
import { shellFr } from './shell.js';
import { webhooksFr } from './webhooks.js';
import type { PageTexts } from '../en/pages.js';

export const pagesFr: PageTexts = {
  ...shellFr,
  ...webhooksFr,
  ...auditLogFr,
  ...peopleFr,
  ...enrollmentsFr,
  ...applicationsFr,
  ...overviewFr,
  ...portalFr,
  ...contentFr,
  ...collectionsFr,
};
