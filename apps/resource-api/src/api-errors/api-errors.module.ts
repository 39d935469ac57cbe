import { Module } from '@nestjs/common';
import { ApiErrorRecorder } from './api-error-recorder.js';
import { ApiErrorsController } from './api-errors.controller.js';
import { ApiErrorsQueries } from './api-errors.queries.js';
import { ApiErrorsService } from './api-errors.service.js';

@Module({
  controllers: [ApiErrorsController],
  providers: [ApiErrorRecorder, ApiErrorsQueries, ApiErrorsService],
})
export class ApiErrorsModule {}
