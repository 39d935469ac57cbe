/**
 * The rights of each role besides those that tables and functions state themselves, and why; `public` is everybody who
 * can connect.
 */
const everySchema: Record<string, [privileges: string, why: string]> = {
  'public.schema_migrations': ['select', 'readiness asks for the newest migration'],
  'schema auth': ['usage', 'names of what lies there'],
  'schema identity': ['usage', 'names of what lies there'],
  'schema learning': ['usage', 'names of what lies there'],
  'schema maintenance': ['usage', 'names of what lies there'],
};

export const otherGrants: Record<string, Record<string, [privileges: string, why: string]>> = {
  lp_api: {
    ...everySchema,
    'auth.audit_log_id': ['usage', 'numbers its rows'],
    'learning.audience_id': ['usage', 'numbers collections'],
    'learning.facet_number': ['usage', 'index_documents() numbers facets'],
    'learning.outbox_id': ['usage', 'numbers events'],
    'learning.webhook_test_delivery_id': ['usage', 'numbers them'],
  },
  lp_auth: {
    ...everySchema,
    'auth.audit_log_id': ['usage', 'numbers its rows'],
    'auth.token_seq': ['usage', 'numbers tokens'],
    'learning.outbox_id': ['usage', 'numbers events'],
  },
  lp_console: {
    'public.schema_migrations': ['select', 'readiness asks for the newest migration'],
    'schema console': ['usage', 'its own'],
  },
  lp_worker: {
    ...everySchema,
    'learning.facet_number': ['usage', 'index_documents() numbers facets'],
    'learning.outbox_id': ['usage', 'numbers events'],
  },
  public: { 'schema public': ['usage', 'as Postgres has it; the extensions lie there'] },
};
