import { dbFunction } from '../../db-function.js';

/** Like index_objects, without a result. */
export const indexDocuments = dbFunction(
  'learning.index_documents',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.index_documents(changed int[])
  returns void language plpgsql as $$
  begin
    perform learning.index_objects(changed);
  end $$`,
);
