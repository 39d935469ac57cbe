import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Forbidden } from '@app/kernel';
import { declaredAccess, type AccessRule } from './access.decorators.js';
import type { Actor } from './actor.js';

/** Answers 403 unless the token has the scope and role that the route declares. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const rule = declaredAccess(context);
    if (rule === 'public') return true;
    if (!rule) throw new Error(`${context.getClass().name} has a route without @Access or @Public`);
    assertAllowed(context.switchToHttp().getRequest<{ actor: Actor }>().actor, rule);
    return true;
  }
}

const toList = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

/** @throws Forbidden naming the scope, the role, or that the token belongs to no portal. */
export function assertAllowed(actor: Actor, rule: AccessRule): void {
  if (rule.portal !== 'optional' && actor.isUnbound) {
    throw new Forbidden('portal_required', 'This needs a token that belongs to a portal.');
  }
  const scopes = rule.scope === undefined ? [] : toList(rule.scope);
  if (scopes.length > 0 && !scopes.some((scope) => actor.may(scope))) {
    throw new Forbidden('insufficient_scope', `This needs the scope ${scopes.join(' or ')}.`, {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes[0]}"` },
    });
  }
  const roles = rule.role === undefined ? [] : toList(rule.role);
  if (roles.length > 0 && !roles.some((role) => actor.has(role))) {
    const code =
      roles.length === 1 && roles[0] === 'Administrator' ? 'administrator_required' : 'role_required';
    throw new Forbidden(code, `This needs the role ${roles.join(' or ')}.`);
  }
}
