import { Controller, Get, Header } from '@nestjs/common';
import { Access, By, type Actor } from '@app/access';

/** GET /oauth/validate: whether a token is good and not revoked, and what it says (specification). */
@Controller('oauth/validate')
export class ValidateController {
  @Get()
  @Access({ portal: 'optional' })
  @Header('cache-control', 'no-store')
  @Header('pragma', 'no-cache')
  validate(@By() { claims }: Actor): Record<string, unknown> {
    const portal =
      claims.portal_id === undefined ? {} : { portal: { id: claims.portal_id, name: claims.portal_name } };
    return { active: true, ...claims, ...portal };
  }
}
