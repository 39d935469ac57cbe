import { Module } from '@nestjs/common';
import { CollectionsController } from './collections.controller.js';
import { ContentGroupsController } from './content-groups.controller.js';
import { SelectionsService } from './selections.service.js';

@Module({ controllers: [CollectionsController, ContentGroupsController], providers: [SelectionsService] })
export class CollectionsModule {}
