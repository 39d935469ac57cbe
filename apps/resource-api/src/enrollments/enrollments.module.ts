import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { CourseCompletion } from './course-completion.js';
import { EnrollmentChanges } from './enrollment-changes.js';
import { EnrollmentAggregatesController, EnrollmentsController } from './enrollments.controller.js';
import { EnrollmentsQueries } from './enrollments.queries.js';
import { EnrollmentsService } from './enrollments.service.js';

@Module({
  imports: [UsersModule],
  controllers: [EnrollmentsController, EnrollmentAggregatesController],
  providers: [EnrollmentsService, EnrollmentsQueries, EnrollmentChanges, CourseCompletion],
})
export class EnrollmentsModule {}
