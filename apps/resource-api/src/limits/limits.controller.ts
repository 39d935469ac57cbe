import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { PortalLimitList } from './limits.schema.js';
import { LimitsService } from './limits.service.js';

@ApiTags('Portal')
@Controller('v2/limits')
export class LimitsController {
  constructor(private readonly limits: LimitsService) {}

  @Get()
  @Operation({
    summary: 'List the portal’s limits and their use',
    description:
      'All limits of the whole portal. Those of single people, applications, webhooks or objects are only in the guide.',
    access: { scope: 'portal.read', role: 'Administrator' },
    answer: PortalLimitList,
  })
  list(@CurrentActor() actor: Actor): Promise<PortalLimitList> {
    return this.limits.list(actor);
  }
}
