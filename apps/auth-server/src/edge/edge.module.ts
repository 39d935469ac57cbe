import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit/audit-log.js';
import { RefusalRecorder } from './audit/refusal-recorder.js';
import { Browser } from './browser/browser.js';
import { HomeController } from './home/home.controller.js';
import { AssetsController } from './pages/assets.controller.js';
import { FormGuard } from './pages/form-guard.js';
import { PageLanguages } from './pages/page-languages.js';
import { PagePortals } from './pages/page-portals.js';
import { PageSender } from './pages/page-sender.js';
import { PersonQueries } from './people/index.js';
import { ExpiredAuthRows } from './retention/expired-rows.js';
import { AuthPartitions } from './retention/partitions.js';
import { RetentionQueries } from './retention/retention.queries.js';
import { SessionQueries, Sessions } from './sessions/index.js';

const shared = [
  AuditLog,
  RefusalRecorder,
  Browser,
  FormGuard,
  PageLanguages,
  PagePortals,
  PageSender,
  PersonQueries,
  SessionQueries,
  Sessions,
];

/** Requests, pages, sessions, and what all other modules need of them. */
@Global()
@Module({
  controllers: [HomeController, AssetsController],
  providers: [...shared, AuthPartitions, ExpiredAuthRows, RetentionQueries],
  exports: shared,
})
export class EdgeModule {}
