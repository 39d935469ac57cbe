import { Controller, Delete } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { LaunchService } from './launch.service.js';

@ApiTags('Learning objects')
@Controller('v2/scorm-packages')
export class PackagesController {
  constructor(private readonly launches: LaunchService) {}

  @Delete()
  @Operation({
    summary: 'End all SCORM packages of this portal',
    description:
      'Every package downloaded so far stops working, wherever it was uploaded; packages downloaded later do work. Otherwise a package ends after a year (unless the service is configured differently), when the portal loses its licence for the learning object, or when the portal can no longer see it.',
    access: { scope: 'lo.write', role: 'Administrator' },
    status: 204,
  })
  endAll(@CurrentActor() actor: Actor): Promise<void> {
    return this.launches.endAll(actor);
  }
}
