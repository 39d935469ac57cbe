import { Module } from '@nestjs/common';
import { CatalogueIndex, PostgresCatalogueIndex } from '@app/catalogue';
import { Database } from '@app/database';
import { LearningObjectsController } from './learning-objects.controller.js';
import { LearningObjectsQueries } from './learning-objects.queries.js';
import { LearningObjectsService } from './learning-objects.service.js';
import { Scrolls } from './search/scrolls.js';

@Module({
  controllers: [LearningObjectsController],
  providers: [
    {
      provide: CatalogueIndex,
      useFactory: (database: Database) => new PostgresCatalogueIndex(database),
      inject: [Database],
    },
    LearningObjectsQueries,
    LearningObjectsService,
    Scrolls,
  ],
  exports: [LearningObjectsService],
})
export class LearningObjectsModule {}
