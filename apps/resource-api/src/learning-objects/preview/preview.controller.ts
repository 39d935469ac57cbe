import { Controller, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiTags, Operation } from '@app/http';
import { PreviewPage, PreviewQuery } from './preview.schema.js';
import { PreviewService } from './preview.service.js';

@ApiTags('Learning objects')
@Controller('v2/learning-objects/:loId/preview')
export class PreviewController {
  constructor(private readonly previews: PreviewService) {}

  @Get()
  @Operation({
    summary: 'Get addresses that show the learning object in a frame on any page',
    description: 'A course yields one address for each item that can be shown. They work for 15 minutes.',
    access: { scope: 'lo.read' },
    answer: PreviewPage,
    refusals: { 404: 'No such learning object.', 409: '`not_previewable`: nothing in it can be shown.' },
  })
  list(
    @CurrentActor() actor: Actor,
    @Param('loId', { schema: PathId }) id: number,
    @Query({ schema: PreviewQuery }) query: PreviewQuery,
  ): Promise<PreviewPage> {
    return this.previews.list(actor, id, query.redirect_url);
  }
}
