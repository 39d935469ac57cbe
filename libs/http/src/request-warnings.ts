import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** The most names reported. */
const MAX_NAMES = 5;
const nameable = /^[A-Za-z0-9_.-]{1,64}(\[[A-Za-z0-9_.-]{1,64}\])?$/;

/**
 * Reports query parameters that the operation does not know in a `Warning` header (RFC 7234 5.5, code 299): they are
 * ignored, but a misspelled filter must not quietly match everything. The operation's schema declares the known ones.
 * A guard, the last one, which refuses nobody: as an interceptor it would take every request through rxjs.
 * Source: contract 1.1.
 */
export class UnknownParameters implements CanActivate {
  readonly #schemas = new WeakMap<object, readonly z.ZodObject[]>();

  /** @param concerns which requests; OAuth's own endpoints have to ignore what they do not know (RFC 6749 3.1, 3.2) */
  constructor(private readonly concerns: (request: FastifyRequest) => boolean = () => true) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { query } = request;
    if (isObject(query) && Object.keys(query).length > 0 && this.concerns(request)) {
      const unknown = unknownNames(query, this.#knownOf(context));
      if (unknown.length > 0) void http.getResponse<FastifyReply>().header('warning', warningOf(unknown));
    }
    return true;
  }

  #knownOf(context: ExecutionContext): readonly z.ZodObject[] {
    const handler = context.getHandler();
    let schemas = this.#schemas.get(handler);
    if (!schemas) {
      schemas = queriesOf(context.getClass(), handler.name);
      this.#schemas.set(handler, schemas);
    }
    return schemas;
  }
}

/** The schemas that declare which query parameters a handler accepts; none: it accepts no parameters. */
function queriesOf(controller: object, handler: string): z.ZodObject[] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { schema?: unknown }
  >;
  return Object.entries(declared)
    .filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .map(([, { schema }]) => objectOf(schema))
    .filter((schema) => schema !== undefined);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names in the query that no object declares, written as `price[most]`; one more than are reported. */
function unknownNames(query: Record<string, unknown>, objects: readonly z.ZodObject[]): string[] {
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (unknown.length > MAX_NAMES) break;
    const fields = objects.filter((schema) => Object.hasOwn(schema.shape, name));
    if (fields.length === 0) unknown.push(name);
    else unknown.push(...unknownParts(name, value, objectOf(fields[0]!.shape[name])));
  }
  return unknown;
}

function unknownParts(name: string, value: unknown, schema: z.ZodObject | undefined): string[] {
  if (!schema) return [];
  const parts = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject).flatMap(Object.keys);
  return [...new Set(parts)]
    .filter((part) => !Object.hasOwn(schema.shape, part))
    .slice(0, MAX_NAMES + 1)
    .map((part) => `${name}[${part}]`);
}

/** The object schema that a schema parses, alone or in a list; undefined for a plain value. */
function objectOf(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return objectOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return objectOf(schema.element);
  if (schema instanceof z.ZodPipe)
    return objectOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return undefined;
}

/** At most 512 bytes, whatever the names are. */
function warningOf(unknown: readonly string[]): string {
  const named = unknown.filter((name) => nameable.test(name)).slice(0, MAX_NAMES);
  const names = named.length < unknown.length ? [...named, 'others'] : named;
  let text = '';
  for (const name of names) if (text.length + name.length < 440) text += `${text === '' ? '' : ', '}${name}`;
  return `299 - "Unknown query parameters were ignored: ${text}"`;
}
