import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Role, Scope } from '@app/contracts';
import type { Actor } from './actor.js';

/** The requirements of a route for the token. */
export interface AccessRule {
  /** One of these must be in the token; absent: any token is accepted. */
  scope?: Scope | Scope[];
  /** The subject must have one of these roles. */
  role?: Role | Role[];
  /** Whether the token must belong to a portal (default), or may also be an unbound application's. */
  portal?: 'required' | 'optional';
}

export const ACCESS_RULE = Symbol('AccessRule');
export const PUBLIC_ROUTE = Symbol('PublicRoute');
export const COUNTS_CLIENTS = Symbol('CountsClients');

/** Declares the token, scope and role that a route requires, for the guard and for the OpenAPI document. */
export const Access = (rule: AccessRule) => SetMetadata(ACCESS_RULE, rule);

/** Declares a route that takes no bearer token. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true);

/** Declares a route that itself counts the requests of clients with verified credentials. */
export const CountsClients = () => SetMetadata(COUNTS_CLIENTS, true);

const reflector = new Reflector();

/** Whether a route has {@link CountsClients}. */
export const countsClients = (context: ExecutionContext): boolean =>
  reflector.getAllAndOverride<boolean | undefined>(COUNTS_CLIENTS, [
    context.getHandler(),
    context.getClass(),
  ]) === true;

type RouteAccess = 'public' | AccessRule | undefined;
const declared = new WeakMap<object, WeakMap<object, RouteAccess>>();

/** The declaration of a route, on its handler or else its controller. Decorators do not change, so it is cached. */
export function declaredAccess(context: ExecutionContext): RouteAccess {
  const [controller, handler] = [context.getClass(), context.getHandler()];
  let controllerAccess = declared.get(controller);
  if (!controllerAccess) declared.set(controller, (controllerAccess = new WeakMap()));
  const cached = controllerAccess.get(handler);
  if (cached !== undefined) return cached;
  const targets = [handler, controller];
  const isPublic = reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, targets);
  const access = isPublic
    ? 'public'
    : reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, targets);
  controllerAccess.set(handler, access);
  return access;
}

export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor =>
    context.switchToHttp().getRequest<{ actor: Actor }>().actor,
);
