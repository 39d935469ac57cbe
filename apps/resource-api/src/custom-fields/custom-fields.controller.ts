import { Controller, Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { CustomFieldList } from './custom-fields.schema.js';
import { CustomFieldsService } from './custom-fields.service.js';

@ApiTags('Users')
@Controller('v2/custom-fields')
export class CustomFieldsController {
  constructor(private readonly customFields: CustomFieldsService) {}

  @Get()
  @Operation({
    summary: 'List the custom fields of users',
    description: 'All fields that the portal has defined, in the order of their names.',
    access: { scope: 'user.read', role: 'Administrator' },
    answer: CustomFieldList,
  })
  list(@CurrentActor() actor: Actor): Promise<CustomFieldList> {
    return this.customFields.list(actor);
  }
}
