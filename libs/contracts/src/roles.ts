import { z } from 'zod';

/** The roles of an account in a portal (wire contract section 3). */
export const roles = ['Administrator', 'Manager', 'Content administrator', 'Learner'] as const;
export type Role = (typeof roles)[number];

/** A role by its name, as answers show it. */
export const RoleEnum = z.enum(roles).meta({ id: 'Role' });

const aliases: Record<string, Role> = { student: 'Learner', admin: 'Administrator' };
const byLowerCase = new Map<string, Role>(roles.map((role) => [role.toLowerCase(), role]));

/** Whether these roles make somebody an administrator of the portal. */
export const administers = (held: readonly Role[]): boolean => held.includes('Administrator');

/** Whether these roles see drafts; learners see only what is published. Source: wire contract, section 0. */
export const seesDrafts = (held: readonly Role[]): boolean => held.some((role) => role !== 'Learner');

/** A role in any letter case; `Student` is Learner, `Admin` is Administrator. */
export const RoleName = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const name = value.trim().toLowerCase();
  return byLowerCase.get(name) ?? aliases[name] ?? value;
}, RoleEnum);
