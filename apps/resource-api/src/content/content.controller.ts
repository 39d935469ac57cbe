import { Body, Controller, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { LearningObject } from '@app/catalogue';
import { ApiTags, Operation } from '@app/http';
import { CreateLink, CreateManual } from './content.schema.js';
import { ContentService } from './content.service.js';

@ApiTags('Content')
@Controller('v2/content')
export class ContentController {
  constructor(private readonly content: ContentService) {}

  @Post('links')
  @Operation({
    summary: 'Create a standalone link learning item',
    access: { scope: 'lo.write', role: ['Administrator', 'Content administrator'] },
    status: 201,
    answer: LearningObject,
    limits: ['content', 'content_made', 'providers', 'languages'],
  })
  createLink(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateLink }) link: CreateLink,
  ): Promise<LearningObject> {
    return this.content.createLink(actor, link);
  }

  @Post('manual')
  @Operation({
    summary: 'Create a standalone manual learning item',
    access: { scope: 'lo.write', role: ['Administrator', 'Content administrator'] },
    status: 201,
    answer: LearningObject,
    limits: ['content', 'content_made', 'providers', 'languages'],
  })
  createManual(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateManual }) manual: CreateManual,
  ): Promise<LearningObject> {
    return this.content.createManual(actor, manual);
  }
}
