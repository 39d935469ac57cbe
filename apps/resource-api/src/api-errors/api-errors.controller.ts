import { Controller, Get, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { ListApiErrorsQuery, RecordedErrorPage } from './api-errors.schema.js';
import { ApiErrorsService } from './api-errors.service.js';

@ApiTags('Portal')
@Controller('v2/api-errors')
export class ApiErrorsController {
  constructor(private readonly errors: ApiErrorsService) {}

  @Get()
  @Operation({
    summary: 'List the refused and failed requests of the last seven days, newest first',
    description:
      'Requests to this API with a valid token of the portal that were answered with 4xx or 5xx. They appear after a few seconds. Of each day (UTC) the first 1,000 are kept, and 100 with the same application, operation and code. No body, value or address is stored.',
    access: { scope: 'usage.read', role: 'Administrator' },
    answer: RecordedErrorPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListApiErrorsQuery }) query: ListApiErrorsQuery,
  ): Promise<RecordedErrorPage> {
    return this.errors.list(actor, query);
  }
}
