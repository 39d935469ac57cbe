import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiTags, IfMatch, IsForm, Operation, WithDryRun } from '@app/http';
import { User } from '@app/identity';
import { AcceptedFormat, type ExportFormat } from '../exports/index.js';
import {
  CreateUserBody,
  ExportUsersQuery,
  ListUsersQuery,
  UpdateUserBody,
  userExportExamples,
  UserPage,
  UserQuery,
} from './users.schema.js';
import { Invitations } from './invitations.service.js';
import { UserExports } from './user-exports.service.js';
import { UsersService } from './users.service.js';

@ApiTags('Users')
@Controller('v2/users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly exports: UserExports,
    private readonly invitations: Invitations,
  ) {}

  @Get()
  @Operation({
    summary: 'List users by criteria, newest first',
    access: { scope: 'user.read' },
    answer: UserPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListUsersQuery }) query: ListUsersQuery,
  ): Promise<UserPage> {
    return this.users.list(actor, query);
  }

  @Get('export')
  @Header('cache-control', 'no-store')
  @Operation({
    summary: 'Export the people of the portal',
    description:
      'All users that match, as one file; with `closed=all` those whose accounts were closed, too. A file whose ' +
      'connection breaks off is incomplete.',
    access: { scope: 'user.read', role: 'Administrator' },
    isExpensive: true,
    file: userExportExamples,
    refusals: { 429: 'Or three exports of the portal are in progress.' },
  })
  export(
    @CurrentActor() actor: Actor,
    @Query({ schema: ExportUsersQuery }) query: ExportUsersQuery,
    @AcceptedFormat() accepted: ExportFormat,
  ): Promise<StreamableFile> {
    return this.exports.export(actor, accepted, query);
  }

  @Post()
  @Operation({
    summary: 'Create a user',
    access: { scope: 'user.write', role: 'Administrator' },
    status: 201,
    answer: User,
    refusals: {
      409: '`user_exists`: the person already has an account in this portal; `user_id` names it. `no_seat_left`: all seats of the plan are taken.',
      503: 'Or too many passwords are waiting to be hashed.',
    },
    limits: ['accounts', 'accounts_made', 'accounts_of_person', 'portal_mails', 'mails_of_portal'],
  })
  @WithDryRun(User)
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateUserBody }) body: CreateUserBody,
    @IsForm() isForm: boolean,
  ): Promise<User> {
    return this.users.create(actor, body, { isForm });
  }

  @Get(':userId')
  @Operation({
    summary: 'User details',
    access: { scope: 'user.read' },
    answer: User,
    etag: true,
    refusals: { 404: 'No such user in this portal, or none the caller may see.' },
  })
  get(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: PathId }) id: number,
    @Query({ schema: UserQuery }) query: UserQuery,
  ): Promise<User> {
    return this.users.get(actor, id, query);
  }

  @Patch(':userId')
  @Operation({
    summary: 'Update a user',
    access: { scope: 'user.write', role: 'Administrator' },
    answer: User,
    etag: true,
    refusals: {
      404: 'No such user in this portal.',
      409: '`last_administrator`: the portal must keep at least one active administrator. `no_seat_left`: all seats are taken. `user_exists`: the new address has an account here.',
      412: 'The user has changed since the ETag in If-Match was issued.',
    },
    limits: ['accounts_of_person', 'portal_mails', 'mails_of_portal'],
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: PathId }) id: number,
    @Body({ schema: UpdateUserBody }) body: UpdateUserBody,
    @IfMatch() ifMatch: string | undefined,
    @IsForm() isForm: boolean,
  ): Promise<User> {
    return this.users.update(actor, id, body, { ifMatch, isForm });
  }

  @Post(':userId/invitation')
  @Operation({
    summary: 'Invite a user again who has not accepted the account',
    description: 'Sends the mail of POST /v2/users once more; the link in the one before no longer works.',
    access: { scope: 'user.write', role: 'Administrator' },
    status: 204,
    refusals: {
      404: 'No such user in this portal.',
      409: '`invitation_accepted`: the user has accepted the account. `user_blocked`: the user is blocked.',
    },
    limits: ['portal_mails', 'mails_of_portal'],
  })
  invite(@CurrentActor() actor: Actor, @Param('userId', { schema: PathId }) id: number): Promise<void> {
    return this.invitations.resend(actor, id);
  }

  @Post(':userId/password-mail')
  @Operation({
    summary: 'Mail a user a link for choosing a new password',
    description:
      'Sends the mail of the page for forgotten passwords; its link works for one hour. Within an hour an address gets at most three such mails; further requests have the same answer and send none.',
    access: { scope: 'user.write', role: 'Administrator' },
    status: 204,
    refusals: {
      404: 'No such user in this portal.',
      409: '`invitation_pending`: the user has not accepted the account. `user_blocked`: the user is blocked.',
    },
    limits: ['mails_of_portal'],
  })
  mailPasswordLink(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: PathId }) id: number,
  ): Promise<void> {
    return this.invitations.mailPasswordLink(actor, id);
  }

  @Delete(':userId')
  @Operation({
    summary: 'Close the account of a user',
    access: { scope: 'user.write', role: 'Administrator' },
    status: 204,
    refusals: {
      404: 'No such user in this portal.',
      409: '`last_administrator`: the portal must keep at least one active administrator.',
      412: 'The user has changed since the ETag in If-Match was issued.',
    },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('userId', { schema: PathId }) id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.users.remove(actor, id, ifMatch);
  }
}
