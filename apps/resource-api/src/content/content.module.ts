import { Module } from '@nestjs/common';
import { ContentController } from './content.controller.js';
import { ContentQueries } from './content.queries.js';
import { ContentService } from './content.service.js';

@Module({ controllers: [ContentController], providers: [ContentService, ContentQueries] })
export class ContentModule {}
