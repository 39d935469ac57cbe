import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ExportsModule } from '../exports/index.js';
import { EnrollmentExports } from './enrollment-exports.service.js';
import { EnrollmentStatisticsController } from './enrollment-statistics.controller.js';
import { EnrollmentStatisticsService } from './enrollment-statistics.service.js';
import { EnrollmentIncludes } from './enrollment-includes.service.js';
import { EnrollmentCreator } from './enrollment-creator.js';
import { EnrollmentAggregatesController, EnrollmentsController } from './enrollments.controller.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import { EnrollmentsService } from './enrollments.service.js';

@Module({
  imports: [ExportsModule, UsersModule],
  controllers: [EnrollmentsController, EnrollmentAggregatesController, EnrollmentStatisticsController],
  providers: [
    EnrollmentCreator,
    EnrollmentExports,
    EnrollmentIncludes,
    EnrollmentStatisticsService,
    EnrollmentsService,
    EnrollmentsQueries,
  ],
})
export class EnrollmentsModule {}
