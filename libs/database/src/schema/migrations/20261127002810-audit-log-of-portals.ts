import { ConcurrentPartitionIndexes } from './outside-transaction.js';

/** What a portal's administrators page through, and the same by word; most rows name no portal. */
export class AuditLogOfPortals20261127002810 extends ConcurrentPartitionIndexes {
  name = 'AuditLogOfPortals20261127002810';
  table = 'auth.audit_log';
  indexes = {
    audit_log_portal: '(portal_id, time, id) where portal_id is not null',
    audit_log_event: '(portal_id, event, time, id) where portal_id is not null',
  };
}
