import { sql, type Reader } from '@app/database';

export const customFieldTypes = ['text', 'integer', 'number', 'boolean', 'date', 'choice'] as const;
export type CustomFieldType = (typeof customFieldTypes)[number];

export interface CustomFieldRow {
  name: string;
  type: CustomFieldType;
  options: string[] | null;
}

/** The custom fields that the portal has defined for its people. */
export const listCustomFields = (reader: Reader, portalId: number): Promise<CustomFieldRow[]> =>
  reader.many<CustomFieldRow>(sql`
    select name, type, options from identity.custom_fields where portal_id = ${portalId} order by name`);
