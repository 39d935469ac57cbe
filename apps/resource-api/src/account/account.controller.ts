import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { Portal } from '@app/identity';
import { AccountService } from './account.service.js';

@ApiTags('Portal')
@Controller('v2/account')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @Operation({
    summary: 'Detail of the portal the token is connected to',
    access: { scope: ['account.read', 'portal.read'] },
    answer: Portal,
  })
  get(@CurrentActor() actor: Actor): Promise<Portal> {
    return this.account.get(actor);
  }
}
