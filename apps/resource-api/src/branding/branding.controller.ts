import { applyDecorators, Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiBody, ApiConsumes, ApiTags, IfMatch, Operation, TakesImage, type ImageBody } from '@app/http';
import { limits } from '@app/limits';
import { Branding, BrandingBody, ImageBodyTypes } from './branding.schema.js';
import { BrandingService } from './branding.service.js';

const write = { scope: 'portal.write', role: 'Administrator' } as const;

const ImageOperation = (summary: string) =>
  applyDecorators(
    TakesImage(),
    Operation({
      summary,
      description: `The body is the image, at most ${limits.branding_image_bytes.most} bytes. An SVG is rewritten with its drawing elements only; a PNG loses chunks that are not drawn.`,
      access: write,
      answer: Branding,
      refusals: {
        400: '`image_refused`: it is damaged, or does more than draw.',
        413: 'The image is too large.',
        415: 'The body is neither PNG nor SVG.',
      },
    }),
    ApiConsumes(...ImageBodyTypes),
    ApiBody({ required: true, schema: { type: 'string', format: 'binary' } }),
  );

@ApiTags('Branding')
@Controller('v2/branding')
export class BrandingController {
  constructor(private readonly branding: BrandingService) {}

  @Get()
  @Operation({
    summary: 'Get the portal’s branding',
    description: 'For every account of the portal: its sign-in pages display the same to all people.',
    access: { scope: 'portal.read' },
    answer: Branding,
    etag: true,
  })
  get(@CurrentActor() actor: Actor): Promise<Branding> {
    return this.branding.get(actor);
  }

  @Put()
  @Operation({
    summary: 'Set name, colour and sender',
    description: 'Fields that are sent are set, null clears a field, omitted fields stay.',
    access: write,
    answer: Branding,
    etag: true,
    refusals: { 412: 'It has changed since the ETag in If-Match was issued.' },
  })
  update(
    @CurrentActor() actor: Actor,
    @Body({ schema: BrandingBody }) body: BrandingBody,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<Branding> {
    return this.branding.update(actor, body, ifMatch);
  }

  @Put('logo')
  @ImageOperation('Set the logo')
  putLogo(@CurrentActor() actor: Actor, @Body() body: ImageBody | undefined): Promise<Branding> {
    return this.branding.storeImage(actor, 'logo', body);
  }

  @Delete('logo')
  @Operation({ summary: 'Remove the logo', access: write, status: 204 })
  removeLogo(@CurrentActor() actor: Actor): Promise<void> {
    return this.branding.removeImage(actor, 'logo');
  }

  @Put('favicon')
  @ImageOperation('Set the favicon')
  putFavicon(@CurrentActor() actor: Actor, @Body() body: ImageBody | undefined): Promise<Branding> {
    return this.branding.storeImage(actor, 'favicon', body);
  }

  @Delete('favicon')
  @Operation({ summary: 'Remove the favicon', access: write, status: 204 })
  removeFavicon(@CurrentActor() actor: Actor): Promise<void> {
    return this.branding.removeImage(actor, 'favicon');
  }
}
