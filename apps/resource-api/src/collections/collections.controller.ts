import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { CurrentActor, type AccessRule, type Actor } from '@app/access';
import { Text } from '@app/contracts';
import { ApiTags, IfMatch, Operation } from '@app/http';
import { z } from 'zod';
import {
  Collection,
  CollectionItems,
  CollectionPage,
  CreateSelection,
  ListSelectionsQuery,
  UpdateSelection,
} from './collections.schema.js';
import { collections as kind } from './selections.queries.js';
import { SelectionsService, type SelectionId } from './selections.service.js';

const write: AccessRule = { scope: 'lo.write', role: ['Administrator', 'Content administrator'] };
const read: AccessRule = { scope: 'lo.read', role: ['Administrator', 'Manager', 'Content administrator'] };
const UNKNOWN = 'No such collection of this portal.';

/** `default` or a number; other ids are unknown. */
const CollectionId = Text.transform((text): SelectionId =>
  text === 'default' ? text : /^\d{1,9}$/.test(text) ? Number(text) : 0,
).pipe(z.union([z.literal('default'), z.int()]));

@ApiTags('Collections')
@Controller('v2/collections')
export class CollectionsController {
  constructor(private readonly selections: SelectionsService) {}

  @Get()
  @Operation({
    summary: 'List the collections of the portal',
    description: 'The default collection, which every portal has, comes first.',
    access: read,
    answer: CollectionPage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListSelectionsQuery }) query: ListSelectionsQuery,
  ): Promise<CollectionPage> {
    return this.selections.list(actor, kind, query);
  }

  @Post()
  @Operation({
    summary: 'Create a collection',
    access: write,
    status: 201,
    answer: Collection,
    limits: ['collections'],
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateSelection }) body: CreateSelection,
  ): Promise<Collection> {
    return this.selections.create(actor, kind, body.title);
  }

  @Get(':collectionId')
  @Operation({
    summary: 'Collection detail',
    description: 'What it contains is found by `GET /v2/learning-objects?collection=`.',
    access: read,
    answer: Collection,
    etag: true,
    refusals: { 404: UNKNOWN },
  })
  get(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: CollectionId }) id: SelectionId,
  ): Promise<Collection> {
    return this.selections.get(actor, kind, id);
  }

  @Patch(':collectionId')
  @Operation({
    summary: 'Rename a collection',
    access: write,
    answer: Collection,
    etag: true,
    refusals: { 404: UNKNOWN, 412: 'It has changed since the ETag in If-Match was issued.' },
  })
  rename(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: CollectionId }) id: SelectionId,
    @Body({ schema: UpdateSelection }) body: UpdateSelection,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<Collection> {
    return this.selections.rename(actor, kind, id, body, ifMatch);
  }

  @Delete(':collectionId')
  @Operation({
    summary: 'Delete a collection',
    description: 'The learning objects in it stay. The default collection cannot be deleted.',
    access: write,
    status: 204,
    refusals: {
      404: UNKNOWN,
      409: '`default_collection`: every portal keeps its default collection. `too_many_items`: it has more than 10,000.',
      412: 'It has changed since the ETag in If-Match was issued.',
    },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: CollectionId }) id: SelectionId,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.selections.remove(actor, kind, id, ifMatch);
  }

  @Post(':collectionId/items/add')
  @Operation({
    summary: 'Add learning objects to a collection',
    description:
      'Objects that are already in it stay; a single unknown id causes the whole request to be refused.',
    access: write,
    status: 204,
    refusals: { 404: UNKNOWN },
    limits: ['collection_items'],
  })
  add(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: CollectionId }) id: SelectionId,
    @Body({ schema: CollectionItems }) body: CollectionItems,
  ): Promise<void> {
    return this.selections.add(actor, kind, id, body.lo);
  }

  @Post(':collectionId/items/remove')
  @Operation({
    summary: 'Remove learning objects from a collection',
    description: 'Objects that are not in it are ignored.',
    access: write,
    status: 204,
    refusals: { 404: UNKNOWN },
  })
  removeItems(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: CollectionId }) id: SelectionId,
    @Body({ schema: CollectionItems }) body: CollectionItems,
  ): Promise<void> {
    return this.selections.removeItems(actor, kind, id, body.lo);
  }
}
