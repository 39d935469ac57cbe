import { Module } from '@nestjs/common';
import { ApprovalQueries } from './approval.queries.js';

@Module({ providers: [ApprovalQueries], exports: [ApprovalQueries] })
export class ApprovalsModule {}
