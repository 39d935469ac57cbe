import { dbFunction } from '../../db-function.js';

export const facetKeys = dbFunction(
  'learning.facet_keys',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.facet_keys(o learning.learning_objects)
  returns table (facet smallint, key text) language sql stable as $$
    select 1::smallint, o.type
    union select 2::smallint, o.language
    union select 3::smallint, o.provider_id::text
    union select 4::smallint, unnest(o.tags)
    union select 5::smallint, unnest(o.topics)
    union select 6::smallint, e.country from learning.learning_object_events e where e.lo_id = o.id
  $$`,
);
