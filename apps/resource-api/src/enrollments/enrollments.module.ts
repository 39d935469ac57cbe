import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { Enrolling } from './enrolling.service.js';
import { EnrollmentAggregatesController, EnrollmentsController } from './enrollments.controller.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import { EnrollmentsService } from './enrollments.service.js';

@Module({
  imports: [UsersModule],
  controllers: [EnrollmentsController, EnrollmentAggregatesController],
  providers: [Enrolling, EnrollmentsService, EnrollmentsQueries],
})
export class EnrollmentsModule {}
