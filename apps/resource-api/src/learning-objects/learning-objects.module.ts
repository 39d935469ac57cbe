import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { LearningObjectsController } from './learning-objects.controller.js';
import { LearningObjectsService } from './learning-objects.service.js';
import { Parts } from './player/parts.js';
import { PlayerController } from './player/player.controller.js';
import { QuizChecks } from './player/quiz-checks.js';
import { PreviewController } from './preview/preview.controller.js';
import { PreviewService } from './preview/preview.service.js';
import { PackagesController } from './scorm/packages.controller.js';
import { LaunchService } from './scorm/launch.service.js';
import { ScormController } from './scorm/scorm.controller.js';
import { ScormService } from './scorm/scorm.service.js';
import { catalogueIndexProvider } from './search/catalogue-index.provider.js';
import { Scrolls } from './search/scrolls.js';
import { Signer } from './signer.js';

@Module({
  imports: [PagesModule],
  controllers: [
    LearningObjectsController,
    PreviewController,
    ScormController,
    PackagesController,
    PlayerController,
  ],
  providers: [
    catalogueIndexProvider,
    LearningObjectsService,
    Scrolls,
    Signer,
    PreviewService,
    Parts,
    QuizChecks,
    LaunchService,
    ScormService,
  ],
  exports: [LearningObjectsService],
})
export class LearningObjectsModule {}
