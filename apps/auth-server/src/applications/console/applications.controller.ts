import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor, type AccessRule, type Actor } from '@app/access';
import { Id } from '@app/contracts';
import { ApiConsumes, ApiTags, Operation } from '@app/http';
import { RegenerateSecret } from '../registration/index.js';
import {
  ApplicationDetail,
  ApplicationList,
  ApplicationWithSecret,
  ApprovableApplication,
  ConsentsQuery,
  CreateApplication,
  GiveApproval,
  ListApplicationsQuery,
} from './application.schema.js';
import { ApplicationsService } from './applications.service.js';
import { OwnApplicationsService } from './own-applications.service.js';

const reading: AccessRule = { scope: 'app.read', role: 'Administrator' };
const writing: AccessRule = { scope: 'app.write', role: 'Administrator' };
const unknown = { 404: 'The portal has no such application, or there is nothing to end.' };
const bodies = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const;
/** The 403 of operations that only revoke access. */
const freshForPeople = {
  403: 'Or the token is a person’s, and does not come from a login with their own password in the last ten minutes: `fresh_login_required`. A bound application needs none with a token of its own.',
};
const fresh = {
  403: 'Or the token does not come from a login with the person’s own password in the last ten minutes: `fresh_login_required`.',
};

@ApiTags('Applications of a portal')
@Controller('applications')
export class ApplicationsController {
  constructor(
    private readonly service: ApplicationsService,
    private readonly ownApplications: OwnApplicationsService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the applications of the portal',
    description:
      'Those bound to it, those that it approved or blocked, and those to which its people have given access.',
    access: reading,
    answer: ApplicationList,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListApplicationsQuery }) query: ListApplicationsQuery,
  ): Promise<ApplicationList> {
    return this.service.list(actor, query);
  }

  @Post()
  @ApiConsumes(...bodies)
  @Operation({
    summary: 'Create an application that belongs to the portal',
    description:
      'The application is bound to the portal and acts there with administrator rights, through a service account of its own. All administrators are notified by mail. Only this response shows the secret.',
    access: writing,
    status: 201,
    answer: ApplicationWithSecret,
    limits: ['clients', 'clients_made'],
    idempotent: { guard: OwnApplicationsService },
    refusals: fresh,
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateApplication }) body: CreateApplication,
  ): Promise<ApplicationWithSecret> {
    return this.ownApplications.create(actor, body);
  }

  @Post(':clientId/rotate-secret')
  @ApiConsumes(...bodies)
  @Operation({
    summary: 'Rotate the secret of an application that belongs to the portal',
    description:
      'The old secret stops working immediately unless `grace_seconds` is sent. With it, both secrets work until `previous_secret_until`, so that the new one can be rolled out without a gap. At most two secrets work: a secret that was replaced earlier stops immediately. An application that rotates its own secret needs a token with all of its scopes, but no recent login. All administrators are notified by mail.',
    access: writing,
    answer: ApplicationWithSecret,
    idempotent: { guard: OwnApplicationsService },
    refusals: {
      ...unknown,
      403: `${fresh[403]} Or the application does not belong to the portal: \`not_own_application\`.`,
      409: 'Another request has just rotated the secret: `secret_just_rotated`.',
    },
  })
  rotateSecret(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
    @Body({ schema: RegenerateSecret }) body: RegenerateSecret,
  ): Promise<ApplicationWithSecret> {
    return this.ownApplications.rotateSecret(actor, clientId, body);
  }

  @Get(':clientId')
  @Operation({
    summary: 'Get an application of the portal',
    description:
      'With its approval, and what each person in the portal has allowed it; for the portal’s own application also with its addresses, grants and keys.',
    access: reading,
    answer: ApplicationDetail,
    refusals: unknown,
  })
  get(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
    @Query({ schema: ConsentsQuery }) query: ConsentsQuery,
  ): Promise<ApplicationDetail> {
    return this.service.get(actor, clientId, query);
  }

  @Delete(':clientId')
  @Operation({
    summary: 'Disconnect an application',
    description:
      'Ends everything it has in this portal within a second: tokens, consents, the approval. An application bound to the portal is switched off.',
    access: writing,
    status: 204,
    refusals: { ...unknown, ...freshForPeople },
  })
  disconnect(@CurrentActor() actor: Actor, @Param('clientId') clientId: string): Promise<void> {
    return this.service.disconnect(actor, clientId);
  }

  @Delete(':clientId/consents/:userId')
  @Operation({
    summary: 'Disconnect an application from one person',
    access: writing,
    status: 204,
    refusals: { ...unknown, ...freshForPeople },
  })
  forgetConsent(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
    @Param('userId', { schema: Id }) userId: number,
  ): Promise<void> {
    return this.service.forgetConsent(actor, clientId, userId);
  }

  @Get(':clientId/approval')
  @Operation({
    summary: 'Get what an approval of an application is about',
    description:
      'Its name, owner, redirect hosts and scopes, for an administrator who is about to approve it, and the current approval.',
    access: writing,
    answer: ApprovableApplication,
    refusals: {
      404: 'No application with this id can be approved.',
      409: 'It belongs to the portal and needs no approval: `own_application`.',
    },
  })
  getApprovable(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
  ): Promise<ApprovableApplication> {
    return this.service.getApprovable(actor, clientId);
  }

  @Put(':clientId/approval')
  @ApiConsumes(...bodies)
  @Operation({
    summary: 'Approve an application',
    description:
      'Replaces the existing approval; rights it no longer grants end immediately. All administrators are notified by mail. An application cannot approve itself.',
    access: writing,
    answer: ApplicationDetail,
    limits: ['approvals'],
    refusals: {
      ...unknown,
      ...fresh,
      409: 'It belongs to the portal and needs no approval: `own_application`; or it is blocked: `application_blocked`.',
    },
  })
  approve(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
    @Body({ schema: GiveApproval }) body: GiveApproval,
  ): Promise<ApplicationDetail> {
    return this.service.approve(actor, clientId, body);
  }

  @Delete(':clientId/approval')
  @Operation({
    summary: 'Withdraw the approval of an application',
    description:
      'All access that depends on it ends within a second; access that people have granted themselves stays.',
    access: writing,
    status: 204,
    refusals: { ...unknown, ...fresh },
  })
  withdraw(@CurrentActor() actor: Actor, @Param('clientId') clientId: string): Promise<void> {
    return this.service.withdraw(actor, clientId);
  }

  @Put(':clientId/block')
  @Operation({
    summary: 'Block an application',
    description: 'Disconnects it, and no person of the portal can connect it until it is unblocked.',
    access: writing,
    answer: ApplicationDetail,
    limits: ['blocked_clients'],
    refusals: { ...unknown, ...fresh },
  })
  block(@CurrentActor() actor: Actor, @Param('clientId') clientId: string): Promise<ApplicationDetail> {
    return this.service.block(actor, clientId);
  }

  @Delete(':clientId/block')
  @Operation({
    summary: 'Unblock an application',
    description: 'Access that ended with the block is not restored.',
    access: writing,
    status: 204,
    refusals: { ...unknown, ...fresh },
  })
  unblock(@CurrentActor() actor: Actor, @Param('clientId') clientId: string): Promise<void> {
    return this.service.unblock(actor, clientId);
  }
}
