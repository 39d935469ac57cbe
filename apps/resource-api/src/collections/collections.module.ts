import { Module } from '@nestjs/common';
import { CollectionsController } from './collections.controller.js';
import { CollectionsQueries } from './collections.queries.js';
import { CollectionsService } from './collections.service.js';

@Module({ controllers: [CollectionsController], providers: [CollectionsService, CollectionsQueries] })
export class CollectionsModule {}
