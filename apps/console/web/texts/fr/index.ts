import { applicationsFr } from './applications.js';
import { auditLogFr } from './audit-log.js';
import { enrollmentsFr } from './enrollments.js';
import { collectionsFr } from './collections.js';
import { contentFr } from './content.js';
import { errorsFr } from './errors.js';
import { peopleFr } from './people.js';
import { overviewFr } from './overview.js';
import { portalFr } from './portal.js';
import { shellFr } from './shell.js';
import { webhooksFr } from './webhooks.js';
import type { Catalogue } from '../en/index.js';

export const fr: Catalogue = {
  ...shellFr,
  ...errorsFr,
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
