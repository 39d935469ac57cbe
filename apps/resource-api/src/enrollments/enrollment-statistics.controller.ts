import { Controller, Get, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { SeriesQuery, type Series } from '@app/contracts';
import { ApiTags, Operation } from '@app/http';
import { EnrollmentStatisticsPage } from './enrollment-statistics.schema.js';
import { EnrollmentStatisticsService } from './enrollment-statistics.service.js';

@ApiTags('Enrollments')
@Controller('v2/enrollment-statistics')
export class EnrollmentStatisticsController {
  constructor(private readonly statistics: EnrollmentStatisticsService) {}

  @Get()
  @Operation({
    summary: 'Enrollments created and completed over time',
    description:
      'One entry for each hour or day, zeros too, in order. Enrollments within others do not count. An enrollment that is archived later still counts. Changes made before the service had this operation are not counted.',
    access: { scope: 'enrollment.read', role: 'Administrator' },
    isExpensive: true,
    answer: EnrollmentStatisticsPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: SeriesQuery }) series: Series,
  ): Promise<EnrollmentStatisticsPage> {
    return this.statistics.list(actor, series);
  }
}
