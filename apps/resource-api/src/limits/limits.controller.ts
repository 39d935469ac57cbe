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
    summary: 'List the portal’s limits and what is used of them',
    description:
      'The limits that hold for the portal as a whole, all at once. Those of single people, applications, webhooks or objects are in the guide alone.',
    access: { scope: 'portal.read', role: 'Administrator' },
    answer: PortalLimitList,
  })
  list(@CurrentActor() actor: Actor): Promise<PortalLimitList> {
    return this.limits.list(actor);
  }
}
