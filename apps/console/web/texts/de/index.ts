import { applicationsDe } from './applications.js';
import { auditLogDe } from './audit-log.js';
import { enrollmentsDe } from './enrollments.js';
import { collectionsDe } from './collections.js';
import { contentDe } from './content.js';
import { errorsDe } from './errors.js';
import { peopleDe } from './people.js';
import { overviewDe } from './overview.js';
import { portalDe } from './portal.js';
import { shellDe } from './shell.js';
import { webhooksDe } from './webhooks.js';
import type { Catalogue } from '../en/index.js';

export const de: Catalogue = {
  ...shellDe,
  ...errorsDe,
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
