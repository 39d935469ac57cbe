import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiTags, Operation } from '@app/http';
import { ScormService } from './scorm.service.js';

@ApiTags('Learning objects')
@Controller('v2/learning-objects/:loId/scorm')
export class ScormController {
  constructor(private readonly scorm: ScormService) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Operation({
    summary: 'Download the learning object as a SCORM 1.2 package',
    description: 'It plays in any LMS that supports SCORM 1.2, and reports status, score and time.',
    access: { scope: 'lo.read' },
    isExpensive: true,
    file: 'application/zip',
    refusals: {
      403: 'Or the portal has no licence for priced premium content: `licence_required`.',
      404: 'No such learning object.',
      409: '`not_previewable`: there is nothing in it to play.',
    },
  })
  async download(
    @CurrentActor() actor: Actor,
    @Param('loId', { schema: PathId }) id: number,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.scorm.package(actor, id), {
      type: 'application/zip',
      disposition: `attachment; filename="scorm-${id}.zip"`,
    });
  }
}
