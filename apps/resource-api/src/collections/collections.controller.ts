import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, type AccessRule, type Actor } from '@app/access';
import { Text } from '@app/contracts';
import { Operation } from '@app/http';
import { CollectionItems } from './collections.schema.js';
import { CollectionsService } from './collections.service.js';

const access: AccessRule = { scope: 'lo.write', role: ['Administrator', 'Content administrator'] };

@ApiTags('Collections')
@Controller('v2/collections/:collectionId/items')
export class CollectionsController {
  constructor(private readonly collections: CollectionsService) {}

  @Post('add')
  @Operation({
    summary: 'Add learning objects to a collection',
    description:
      'Objects that are already in it stay; a single unknown id causes the whole request to be refused.',
    access,
    status: 204,
    refusals: { 404: 'No such collection of this portal.' },
    limits: ['collection_items'],
  })
  add(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: Text }) collection: string,
    @Body({ schema: CollectionItems }) body: CollectionItems,
  ): Promise<void> {
    return this.collections.add(actor, collection, body.lo);
  }

  @Post('remove')
  @Operation({
    summary: 'Remove learning objects from a collection',
    description: 'Objects that are not in it are ignored.',
    access,
    status: 204,
    refusals: { 404: 'No such collection of this portal.' },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('collectionId', { schema: Text }) collection: string,
    @Body({ schema: CollectionItems }) body: CollectionItems,
  ): Promise<void> {
    return this.collections.remove(actor, collection, body.lo);
  }
}
