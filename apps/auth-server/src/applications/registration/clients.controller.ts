import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiConsumes, ApiTags, Operation } from '@app/http';
import {
  ChangeClient,
  ClientAnswer,
  ClientList,
  ClientWithSecret,
  CreateClient,
  ListClientsQuery,
  RegenerateSecret,
} from './client.schema.js';
import { ClientsService } from './clients.service.js';

const unknown = {
  403: 'Or the caller may not manage clients like this: `insufficient_scope`, `special_permission_required`, `application_token_required`.',
  404: 'No such client that the caller may manage.',
};

@ApiTags('OAuth clients')
@ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data')
@Controller('client')
export class ClientsController {
  constructor(private readonly service: ClientsService) {}

  @Get()
  @Operation({
    summary: 'List OAuth clients',
    description: 'For applications with special permissions.',
    access: { scope: 'app.read', portal: 'optional' },
    answer: ClientList,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListClientsQuery }) query: ListClientsQuery,
  ): Promise<ClientList> {
    return this.service.list(actor, query);
  }

  @Post()
  @Operation({
    summary: 'Create an OAuth client',
    description: 'For applications with special permissions. Only this answer shows the secret.',
    access: { scope: 'app.write', portal: 'optional' },
    status: 201,
    answer: ClientWithSecret,
    limits: ['clients', 'unbound_clients', 'clients_made'],
    idempotent: { guard: ClientsService },
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateClient }) body: CreateClient,
  ): Promise<ClientWithSecret> {
    return this.service.create(actor, body);
  }

  @Put(':clientId')
  @Operation({
    summary: 'Update client settings',
    description: 'By the client itself, its owner, a special application or an administrator of its portal.',
    access: { portal: 'optional' },
    answer: ClientAnswer,
    refusals: unknown,
  })
  change(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
    @Body({ schema: ChangeClient }) body: ChangeClient,
  ): Promise<ClientAnswer> {
    return this.service.change(actor, clientId, body);
  }

  @Delete(':clientId')
  @Operation({
    summary: 'Delete a client',
    description: 'Every token of the client is revoked.',
    access: { portal: 'optional' },
    status: 204,
    refusals: unknown,
  })
  remove(@CurrentActor() actor: Actor, @Param('clientId') clientId: string): Promise<void> {
    return this.service.remove(actor, clientId);
  }

  @Post(':clientId/regenerate-secret')
  @Operation({
    summary: 'Generate a new random client secret',
    description:
      'With a client_credentials token of the client itself or of a special application. The old secret stops working immediately unless `grace_seconds` is sent.',
    access: { portal: 'optional' },
    answer: ClientWithSecret,
    idempotent: { guard: ClientsService },
    refusals: { ...unknown, 409: 'Another request has just rotated the secret: `secret_just_rotated`.' },
  })
  regenerate(
    @CurrentActor() actor: Actor,
    @Param('clientId') clientId: string,
    @Body({ schema: RegenerateSecret }) body: RegenerateSecret,
  ): Promise<ClientWithSecret> {
    return this.service.regenerate(actor, clientId, body);
  }
}
