import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentActor, type AccessRule, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiTags, IfMatch, Operation } from '@app/http';
import {
  CollectionItems,
  ContentGroup,
  ContentGroupPage,
  CreateSelection,
  ListSelectionsQuery,
  UpdateSelection,
  type Selection,
  type SelectionPage,
} from './collections.schema.js';
import { contentGroups as kind } from './selections.queries.js';
import { SelectionsService } from './selections.service.js';

const write: AccessRule = { scope: 'group.write', role: ['Administrator', 'Content administrator'] };
const read: AccessRule = { scope: 'group.read', role: ['Administrator', 'Manager', 'Content administrator'] };
const UNKNOWN = 'No such content group of this portal.';

@ApiTags('Content groups')
@Controller('v2/content-groups')
export class ContentGroupsController {
  constructor(private readonly selections: SelectionsService) {}

  @Get()
  @Operation({
    summary: 'List the content groups of the portal, and those that it subscribes to',
    access: read,
    answer: ContentGroupPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListSelectionsQuery }) query: ListSelectionsQuery,
  ): Promise<SelectionPage> {
    return this.selections.list(actor, kind, query);
  }

  @Post()
  @Operation({
    summary: 'Create a content group',
    description: 'Which portals subscribe to it is decided by the operator of the service.',
    access: write,
    status: 201,
    answer: ContentGroup,
    limits: ['content_groups'],
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateSelection }) body: CreateSelection,
  ): Promise<Selection> {
    return this.selections.create(actor, kind, body.title);
  }

  @Get(':groupId')
  @Operation({
    summary: 'Content group detail',
    description: 'What it contains is found by `GET /v2/learning-objects?content_group[]=`.',
    access: read,
    answer: ContentGroup,
    etag: true,
    refusals: { 404: 'No such content group that this portal owns or subscribes to.' },
  })
  get(@CurrentActor() actor: Actor, @Param('groupId', { schema: PathId }) id: number): Promise<Selection> {
    return this.selections.get(actor, kind, id);
  }

  @Patch(':groupId')
  @Operation({
    summary: 'Rename a content group of this portal',
    access: write,
    answer: ContentGroup,
    etag: true,
    refusals: { 404: UNKNOWN, 412: 'It has changed since the ETag in If-Match was issued.' },
  })
  rename(
    @CurrentActor() actor: Actor,
    @Param('groupId', { schema: PathId }) id: number,
    @Body({ schema: UpdateSelection }) body: UpdateSelection,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<Selection> {
    return this.selections.rename(actor, kind, id, body, ifMatch);
  }

  @Delete(':groupId')
  @Operation({
    summary: 'Delete a content group of this portal',
    description: 'Portals that see its learning objects only through it no longer see them.',
    access: write,
    status: 204,
    refusals: {
      404: UNKNOWN,
      409: '`too_many_items`: it has more than 10,000.',
      412: 'It has changed since the ETag in If-Match was issued.',
    },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('groupId', { schema: PathId }) id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.selections.remove(actor, kind, id, ifMatch);
  }

  @Post(':groupId/items/add')
  @Operation({
    summary: 'Share learning objects of this portal through a content group',
    description:
      'Objects that are already in it stay; a single id that is not an object of this portal causes the whole request to be refused.',
    access: write,
    status: 204,
    refusals: { 404: UNKNOWN },
    limits: ['content_group_items'],
  })
  add(
    @CurrentActor() actor: Actor,
    @Param('groupId', { schema: PathId }) id: number,
    @Body({ schema: CollectionItems }) body: CollectionItems,
  ): Promise<void> {
    return this.selections.add(actor, kind, id, body.lo);
  }

  @Post(':groupId/items/remove')
  @Operation({
    summary: 'Take learning objects out of a content group',
    description: 'Objects that are not in it are ignored.',
    access: write,
    status: 204,
    refusals: { 404: UNKNOWN },
  })
  removeItems(
    @CurrentActor() actor: Actor,
    @Param('groupId', { schema: PathId }) id: number,
    @Body({ schema: CollectionItems }) body: CollectionItems,
  ): Promise<void> {
    return this.selections.removeItems(actor, kind, id, body.lo);
  }
}
