import { Controller, Get, Header, Query, StreamableFile } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { AcceptedFormat, type ExportFormat } from '../exports/index.js';
import {
  auditLogExportExamples,
  AuditLogPage,
  ExportAuditLogQuery,
  ListAuditLogQuery,
  MAX_COUNTED,
} from './audit-log.schema.js';
import { AuditLogService } from './audit-log.service.js';

const read = { scope: 'audit.read', role: 'Administrator' } as const;

@ApiTags('Audit log')
@Controller('v2/audit-log')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @Operation({
    summary: 'List what was done in the portal, newest first, kept for 400 days',
    description: `Who did what, when and from where: people, roles, login links, exports, configuration, branding, webhooks, and applications. Logins that concern no single portal are not in it. \`total\` is counted up to ${MAX_COUNTED.toLocaleString('en')}.`,
    access: read,
    isExpensive: true,
    answer: AuditLogPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListAuditLogQuery }) query: ListAuditLogQuery,
  ): Promise<AuditLogPage> {
    return this.auditLog.list(actor, query);
  }

  @Get('export')
  @Header('cache-control', 'no-store')
  @Operation({
    summary: 'Export the audit log of the portal',
    description:
      'All entries that match, newest first, as one file; in CSV `details` is JSON. A file whose connection breaks off is incomplete.',
    access: read,
    isExpensive: true,
    file: auditLogExportExamples,
    refusals: { 429: 'Or three exports of the portal are in progress.' },
  })
  export(
    @CurrentActor() actor: Actor,
    @Query({ schema: ExportAuditLogQuery }) query: ExportAuditLogQuery,
    @AcceptedFormat() accepted: ExportFormat,
  ): Promise<StreamableFile> {
    return this.auditLog.export(actor, accepted, query);
  }
}
