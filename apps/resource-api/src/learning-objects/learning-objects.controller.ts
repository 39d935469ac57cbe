import { Body, Controller, Delete, Get, Param, Patch, Query, UseInterceptors } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { LearningObject } from '@app/catalogue';
import { PathId } from '@app/contracts';
import { ApiTags, IfMatch, Operation } from '@app/http';
import { LearningObjectPage, SearchQuery, UpdateLearningObject } from './learning-objects.schema.js';
import { LearningObjectsService } from './learning-objects.service.js';
import { DeprecatedParameters } from './search/deprecated-parameters.interceptor.js';

@ApiTags('Learning objects')
@Controller('v2/learning-objects')
export class LearningObjectsController {
  constructor(private readonly learningObjects: LearningObjectsService) {}

  @Get()
  @UseInterceptors(DeprecatedParameters)
  @Operation({
    summary: 'Search learning objects',
    description:
      'A hit matches every filter, and any of the values of one filter. With `scroll=true` the whole result can be ' +
      'read page by page, even by several concurrent requests with the same `scrollId`.',
    access: { scope: 'lo.read' },
    answer: LearningObjectPage,
    refusals: {
      429: 'Or the account has 50 open scrolls, or more than its share of the client’s.',
      503: 'Or scrolling is temporarily unavailable.',
    },
  })
  search(
    @CurrentActor() actor: Actor,
    @Query({ schema: SearchQuery }) query: SearchQuery,
  ): Promise<LearningObjectPage> {
    return this.learningObjects.search(actor, query);
  }

  @Get(':loId')
  @Operation({
    summary: 'Learning object detail, including everything a course contains',
    access: { scope: 'lo.read' },
    answer: LearningObject,
    etag: true,
    refusals: { 404: 'No such learning object, or none that this portal can see.' },
  })
  get(@CurrentActor() actor: Actor, @Param('loId', { schema: PathId }) id: number): Promise<LearningObject> {
    return this.learningObjects.get(actor, id);
  }

  @Patch(':loId')
  @Operation({
    summary: 'Change a learning object of this portal',
    access: { scope: 'lo.write', role: ['Administrator', 'Content administrator'] },
    answer: LearningObject,
    etag: true,
    refusals: {
      404: 'No such learning object of this portal.',
      409: '`limit_reached`: the portal would have too many topics or languages.',
      412: 'It has changed since the ETag in If-Match was issued.',
    },
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('loId', { schema: PathId }) id: number,
    @Body({ schema: UpdateLearningObject }) change: UpdateLearningObject,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<LearningObject> {
    return this.learningObjects.update(actor, id, change, ifMatch);
  }

  @Delete(':loId')
  @Operation({
    summary: 'Retire a learning object of this portal',
    description: 'It can no longer be found; enrollments in it are kept.',
    access: { scope: 'lo.write', role: ['Administrator', 'Content administrator'] },
    status: 204,
    refusals: {
      404: 'No such learning object of this portal.',
      412: 'It has changed since the ETag in If-Match was issued.',
    },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('loId', { schema: PathId }) id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.learningObjects.remove(actor, id, ifMatch);
  }
}
