import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ExportsModule } from '../exports/index.js';
import { EnrollmentExports } from './enrollment-exports.service.js';
import { Enrolling } from './enrolling.service.js';
import { EnrollmentAggregatesController, EnrollmentsController } from './enrollments.controller.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import { EnrollmentsService } from './enrollments.service.js';

@Module({
  imports: [ExportsModule, UsersModule],
  controllers: [EnrollmentsController, EnrollmentAggregatesController],
  providers: [Enrolling, EnrollmentExports, EnrollmentsService, EnrollmentsQueries],
})
export class EnrollmentsModule {}
