import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database } from '@app/database';
import { listCustomFields } from '@app/identity';
import type { CustomFieldList } from './custom-fields.schema.js';

@Injectable()
export class CustomFieldsService {
  constructor(private readonly database: Database) {}

  async list({ portalId }: Actor): Promise<CustomFieldList> {
    const hits = await listCustomFields(this.database, portalId);
    return { total: hits.length, hits };
  }
}
