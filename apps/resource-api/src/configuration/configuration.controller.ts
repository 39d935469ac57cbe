import { Body, Controller, Get, Put } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, IfMatch, Operation } from '@app/http';
import { configurationDefinitions } from './configuration-definitions.js';
import { Configuration, ConfigurationBody, ConfigurationDefinitionList } from './configuration.schema.js';
import { ConfigurationService } from './configuration.service.js';

@ApiTags('Portal')
@Controller('v2/configuration')
export class ConfigurationController {
  constructor(private readonly configuration: ConfigurationService) {}

  @Get()
  @Operation({
    summary: 'Get the portal’s key/value configuration',
    access: { scope: 'portal.read', role: 'Administrator' },
    answer: Configuration,
    etag: true,
    refusals: { 409: '`limit_reached`: it dates from before the limit and is too large to be returned.' },
  })
  get(@CurrentActor() actor: Actor): Promise<Configuration> {
    return this.configuration.get(actor);
  }

  @Get('definitions')
  @Operation({
    summary: 'List the configuration keys that the service reads',
    description:
      'They are the same for every portal. All other keys are kept and mean nothing to the service.',
    access: { scope: 'portal.read', role: 'Administrator' },
    answer: ConfigurationDefinitionList,
  })
  definitions(): ConfigurationDefinitionList {
    return { total: configurationDefinitions.length, hits: [...configurationDefinitions] };
  }

  @Put()
  @Operation({
    summary: 'Create or update the key/value pairs sent',
    access: { scope: 'portal.write', role: 'Administrator' },
    answer: Configuration,
    etag: true,
    limits: ['configuration_keys', 'configuration_bytes'],
    refusals: {
      403: 'Or `require_second_factor` or `approved_applications_only` was to be switched off without a recent login: `fresh_login_required`.',
      412: 'It has changed since the ETag in If-Match was issued.',
    },
  })
  update(
    @CurrentActor() actor: Actor,
    @Body({ schema: ConfigurationBody }) pairs: Configuration,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<Configuration> {
    return this.configuration.update(actor, pairs, ifMatch);
  }
}
