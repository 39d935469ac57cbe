import { Module } from '@nestjs/common';
import { ExportsModule } from '../exports/index.js';
import { UsersModule } from '../users/users.module.js';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLogQueries } from './audit-log.queries.js';
import { AuditLogService } from './audit-log.service.js';

@Module({
  imports: [ExportsModule, UsersModule],
  controllers: [AuditLogController],
  providers: [AuditLogService, AuditLogQueries],
})
export class AuditLogModule {}
