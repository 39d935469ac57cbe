import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiTags, Operation } from '@app/http';
import { ListUsersQuery, UserAccount, UserPage } from './users.schema.js';
import { UsersService } from './users.service.js';

/** The paths at which existing plugins request users. */
@ApiTags('Users')
@Controller('v2/user-accounts')
export class UserAccountsController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Operation({ summary: 'The same as GET /v2/users', access: { scope: 'user.read' }, answer: UserPage })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListUsersQuery }) query: ListUsersQuery,
  ): Promise<UserPage> {
    return this.users.list(actor, query);
  }

  @Get(':userId')
  @Operation({
    summary: 'The same as GET /v2/users/{user-id}, plus `standard_fields`',
    access: { scope: 'user.read' },
    answer: UserAccount,
    etag: true,
    refusals: { 404: 'No such user in this portal, or none the caller may see.' },
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: PathId }) id: number,
  ): Promise<UserAccount> {
    return { ...(await this.users.get(actor, id)), standard_fields: {} };
  }
}
