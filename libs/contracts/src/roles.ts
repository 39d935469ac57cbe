import { z } from 'zod';

/** The roles of an account in a portal (contract 3.49). */
export const roles = ['Administrator', 'Manager', 'Content administrator', 'Learner'] as const;
export type Role = (typeof roles)[number];

/** A role by its name, as answers show it. */
export const RoleEnum = z.enum(roles).meta({ id: 'Role' });

const aliases: Record<string, Role> = { student: 'Learner', admin: 'Administrator' };
const byLowerCase = new Map<string, Role>(roles.map((role) => [role.toLowerCase(), role]));

/** Whether these roles make somebody an administrator of the portal. */
export const administers = (heldRoles: readonly Role[]): boolean => heldRoles.includes('Administrator');

declare const judged: unique symbol;

/** Whether somebody sees drafts. No literal is one: it comes from {@link seesDrafts} alone. */
export type SeesDrafts = boolean & { readonly [judged]: true };

/**
 * Whether somebody sees drafts, by the roles that they hold; learners see only what is published, and so does nobody
 * (undefined). Source: contract 4.3.
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
