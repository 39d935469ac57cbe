import { z } from 'zod';

/** The roles of an account in a portal (contract 3.49). */
export const roles = ['Administrator', 'Manager', 'Content administrator', 'Learner'] as const;
export type Role = (typeof roles)[number];

/** The name of a role in answers. */
export const RoleEnum = z.enum(roles).meta({ id: 'Role' });

const aliases: Record<string, Role> = { student: 'Learner', admin: 'Administrator' };
const byLowerCase = new Map<string, Role>(roles.map((role) => [role.toLowerCase(), role]));

/** Whether one of these roles is that of an administrator of the portal. */
export const administers = (heldRoles: readonly Role[]): boolean => heldRoles.includes('Administrator');

declare const judged: unique symbol;

/** Whether an account sees drafts. No literal has this type: only {@link seesDrafts} returns it. */
export type SeesDrafts = boolean & { readonly [judged]: true };

/**
 * Whether an account with these roles sees drafts. Learners see only published objects, and so do callers without an
 * account (undefined). Source: contract 4.3.
 */
export const seesDrafts = (holder: { readonly roles: readonly Role[] } | undefined): SeesDrafts =>
  // oxlint-disable-next-line syntax/restricted -- this is the one
  (holder?.roles ?? []).some((role) => role !== 'Learner') as SeesDrafts;

/** A role in any letter case; `Student` is Learner, `Admin` is Administrator. */
export const RoleName = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const name = value.trim().toLowerCase();
  return byLowerCase.get(name) ?? aliases[name] ?? value;
}, RoleEnum);
