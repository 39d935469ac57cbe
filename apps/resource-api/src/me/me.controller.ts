import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { User } from '@app/identity';
import { MeService } from './me.service.js';

@ApiTags('Users')
@Controller('v2/me')
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get()
  @Operation({ summary: 'Details of the authenticated user', access: {}, answer: User })
  get(@CurrentActor() actor: Actor): Promise<User> {
    return this.me.get(actor);
  }
}
