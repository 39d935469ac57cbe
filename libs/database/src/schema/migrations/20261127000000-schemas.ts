import { Baseline } from './baseline.js';

/**
 * Schemas, extensions, and who may enter. Each role gets its rights beside the tables; the reasons are in the
 * registry (../tables).
 */
export class Schemas20261127000000 extends Baseline {
  name = 'Schemas20261127000000';
  parts = [schemas];
}

const schemas = /* sql */ `
  create schema identity;      -- portals, people and their accounts
  create schema auth;          -- applications, logins, and what is issued
  create schema learning;      -- the catalogue, enrollments, events and webhooks
  create schema maintenance;   -- what serves all of them

  create extension if not exists pg_trgm;
  create extension if not exists unaccent;
  create extension if not exists intarray;
  create extension if not exists btree_gin;

  revoke create on schema public from public;
  grant usage on schema identity, auth, learning, maintenance to lp_auth, lp_api, lp_worker;
`;
