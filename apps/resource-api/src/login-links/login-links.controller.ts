import { Controller, Param, Post, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { LOGIN_LINK_SECONDS } from '@app/credentials';
import { ApiTags, Operation } from '@app/http';
import { LoginLink, LoginLinkQuery } from './login-links.schema.js';
import { LoginLinksService } from './login-links.service.js';

@ApiTags('Users')
@Controller('v2')
export class LoginLinksController {
  constructor(private readonly loginLinks: LoginLinksService) {}

  @Post('users/:userId/login')
  @Operation({
    summary: 'Generate a single-use login URL',
    description: 'Only in portals with the feature `login_links`. The URL works once, within ten minutes.',
    access: { scope: 'user.login', role: 'Administrator' },
    answer: LoginLink,
    idempotent: { keptSeconds: LOGIN_LINK_SECONDS },
    refusals: { 404: 'No such user in this portal.', 409: '`user_blocked`: the user is blocked.' },
    limits: ['login_links'],
  })
  ofUser(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: PathId }) id: number,
    @Query({ schema: LoginLinkQuery }) query: LoginLinkQuery,
  ): Promise<LoginLink> {
    return this.loginLinks.create(actor, id, query);
  }

  @Post('me/login')
  @Operation({
    summary: 'Generate a single-use login URL for the authenticated user',
    description: 'Only in portals with the feature `login_links`. The URL works once, within ten minutes.',
    access: { scope: 'user.login.me' },
    answer: LoginLink,
    idempotent: { keptSeconds: LOGIN_LINK_SECONDS },
    refusals: { 409: '`user_blocked`: the user is blocked.' },
    limits: ['login_links'],
  })
  ofMe(
    @CurrentActor() actor: Actor,
    @Query({ schema: LoginLinkQuery }) query: LoginLinkQuery,
  ): Promise<LoginLink> {
    return this.loginLinks.create(actor, actor.accountId, query);
  }
}
