import { useInfiniteQuery } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';
import { cursorPages } from '../../api/cursor-pages.js';
import type { AuditLogSearch } from './audit-log-search.js';

export type AuditLogEntry = components['schemas']['AuditLogEntry'];

const PAGE = 50;

/** Entries of the audit log, newest first, in pages. */
export const useAuditLog = (search: AuditLogSearch) =>
  useInfiniteQuery({
    queryKey: ['AuditLog_list', search],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE, ...search, ...(pageParam && { cursor: pageParam }) };
      return (await api.GET('/v2/audit-log', { params: { query } })).data!;
    },
    ...cursorPages,
  });
