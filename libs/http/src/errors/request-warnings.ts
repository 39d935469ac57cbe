import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { adviceFor, knownValues } from '@app/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currentReply } from '../edge/caller.js';

/** Maximum number of reported names, and of reported values. */
const MAX_NAMED = 5;
/** Maximum bytes of the header. */
const MAX_BYTES = 512;
/** Maximum number of checked values of a query, more than any search has. */
const MAX_CHECKED = 500;
const printableName = /^[A-Za-z0-9_.-]{1,64}(\[[A-Za-z0-9_.-]{1,64}\])?$/;
const printable = /^[\w .-]{1,40}$/;

/** The warnings of one request; each list has at most one entry more than are reported. */
interface Findings {
  parameters: string[];
  fields: string[];
  values: string[];
  advice: string[];
}

/** The schemas that declare what an operation accepts. */
interface DeclaredSchemas {
  query: readonly z.ZodObject[];
  body: readonly z.ZodObject[];
}

/**
 * Names ignored parameters, fields and values in `Warning: 299` (RFC 7234 5.5), and adds the advice of schemas. A guard
 * that refuses nothing, because an interceptor would send every request through RxJS. Source: contract 1.1.
 */
export class RequestWarnings implements CanActivate {
  readonly #declared = new WeakMap<object, DeclaredSchemas>();

  /**
   * @param concerns which requests are checked; OAuth's own endpoints must ignore unknown parameters (decision platform
   *   1.1)
   */
  constructor(private readonly concerns: (request: FastifyRequest) => boolean = () => true) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const { query, body } = request;
    const isAsked = isObject(query) && Object.keys(query).length > 0;
    if ((isAsked || isObject(body)) && this.concerns(request)) {
      const warning = formatWarning(collectFindings(query, body, this.#of(context)));
      if (warning !== undefined) void http.getResponse<FastifyReply>().header('warning', warning);
    }
    return true;
  }

  #of(context: ExecutionContext): DeclaredSchemas {
    const handler = context.getHandler();
    let declared = this.#declared.get(handler);
    if (!declared) {
      declared = {
        query: listSchemas(context.getClass(), handler.name, RouteParamtypes.QUERY),
        body: listSchemas(context.getClass(), handler.name, RouteParamtypes.BODY),
      };
      this.#declared.set(handler, declared);
    }
    return declared;
  }
}

/**
 * Adds body fields of the current request to its warning that were ignored for a reason outside the schemas.
 * @throws Error outside requests
 */
export function warnOfIgnoredFields(fields: readonly string[]): void {
  const reply = currentReply();
  const before = reply.getHeader('warning') as string | undefined;
  const warning = formatWarning({ parameters: [], fields: [...fields], values: [], advice: [] }, before);
  if (warning !== undefined) void reply.header('warning', warning);
}

/** The object schemas of a handler's parameters of this kind; empty if it accepts none. */
function listSchemas(controller: object, handler: string, kind: RouteParamtypes): z.ZodObject[] {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { schema?: unknown }
  >;
  return Object.entries(declared)
    .filter(([key]) => key.startsWith(`${kind}:`))
    .map(([, { schema }]) => innermost(schema))
    .filter((schema) => schema instanceof z.ZodObject);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function collectFindings(query: unknown, body: unknown, declared: DeclaredSchemas): Findings {
  const findings: Findings = { parameters: [], fields: [], values: [], advice: [] };
  if (isObject(query)) readQuery(query, declared.query, findings);
  for (const schema of declared.body) readBodyFields(body, schema, '', findings);
  return findings;
}

/** Finds names that no object declares, written like `price[most]`, and values that no list has. */
function readQuery(
  query: Record<string, unknown>,
  objects: readonly z.ZodObject[],
  { parameters, values, advice }: Findings,
): void {
  for (const [name, value] of Object.entries(query)) {
    const fields = objects.filter(({ shape }) => Object.hasOwn(shape, name));
    if (fields.length === 0) {
      if (parameters.length <= MAX_NAMED) parameters.push(name);
      continue;
    }
    const field = fields[0]!.shape[name] as z.ZodType;
    advice.push(...adviceOn(field, value));
    const inner = innermost(field);
    if (!(inner instanceof z.ZodObject)) {
      values.push(...unknownValues(name, value, inner, MAX_NAMED + 1 - values.length));
      continue;
    }
    const parts = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
    for (const part of parts) {
      for (const [key, sent] of Object.entries(part)) {
        const full = `${name}[${key}]`;
        if (Object.hasOwn(inner.shape, key)) {
          const innerSchema = innermost(inner.shape[key]);
          values.push(...unknownValues(full, sent, innerSchema, MAX_NAMED + 1 - values.length));
        } else if (parameters.length <= MAX_NAMED && !parameters.includes(full)) parameters.push(full);
      }
    }
  }
}

/** Finds fields that no schema declares, written like `user.nick`. */
function readBodyFields(value: unknown, schema: unknown, path: string, findings: Findings): void {
  if (findings.fields.length > MAX_NAMED || findings.advice.length > MAX_NAMED) return;
  const inner = innermost(schema);
  if (!(inner instanceof z.ZodObject)) return;
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) readBodyFields(one, inner, `${path}${index}.`, findings);
    return;
  }
  if (!isObject(value)) return;
  findings.advice.push(...adviceOn(schema, value));
  for (const [name, sent] of Object.entries(value)) {
    if (Object.hasOwn(inner.shape, name))
      readBodyFields(sent, inner.shape[name], `${path}${name}.`, findings);
    else if (!inner.def.catchall && findings.fields.length <= MAX_NAMED)
      findings.fields.push(`${path}${name}`);
  }
}

/** The values of a parameter, comma-separated or not, that its list does not have. */
function unknownValues(name: string, sent: unknown, schema: unknown, most: number): string[] {
  const valuesByName = schema instanceof z.ZodType ? knownValues(schema) : undefined;
  if (!valuesByName || most <= 0) return [];
  const texts = (Array.isArray(sent) ? (sent as unknown[]) : [sent])
    .slice(0, MAX_CHECKED)
    .flatMap((one) => (typeof one === 'string' ? one.split(',', MAX_CHECKED) : []))
    .map((text) => text.trim());
  const ownValues = new Set([...valuesByName.values()].map((value) => value.toLowerCase()));
  return [...new Set(texts)]
    .filter((text) => text !== '' && !ownValues.has(text.toLowerCase()))
    .slice(0, most)
    .map((text) => `${name}=${printable.test(text) ? text : '(unreadable)'}`);
}

/** The advice of the schema, or of one that it wraps. */
function adviceOn(schema: unknown, sent: unknown): string[] {
  for (let one = schema; one instanceof z.ZodType; one = unwrapped(one)) {
    const advice = adviceFor(one, sent);
    if (advice !== undefined) return [advice];
  }
  return [];
}

/**
 * The schema inside another one: optional, default, nullable, a list, a transformation; undefined for other schemas.
 */
function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return schema.unwrap();
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodPipe) return schema.in instanceof z.ZodTransform ? schema.out : schema.in;
  return undefined;
}

/** The schema of one element of the value: an object, one with a list of values, or any other. */
function innermost(schema: unknown): unknown {
  let inner = schema;
  while (!(inner instanceof z.ZodObject) && !(inner instanceof z.ZodType && knownValues(inner))) {
    const next = unwrapped(inner);
    if (next === undefined) return inner;
    inner = next;
  }
  return inner;
}

/**
 * The header, at most 512 bytes; undefined without a finding.
 * @param before the header so far
 */
function formatWarning({ parameters, fields, values, advice }: Findings, before = ''): string | undefined {
  const texts = [
    sentence('Unknown query parameters were ignored', parameters.map(nameOrOthers)),
    sentence('Unknown body fields were ignored', fields.map(nameOrOthers)),
    sentence('Unknown values', values),
    ...new Set(advice.slice(0, MAX_NAMED)),
  ];
  let warning = before;
  for (const text of texts) {
    const next = `${warning === '' ? '' : ', '}299 - "${text}"`;
    if (text !== undefined && warning.length + next.length <= MAX_BYTES) warning += next;
  }
  return warning === '' ? undefined : warning;
}

const nameOrOthers = (name: string): string => (printableName.test(name) ? name : 'others');

/** A sentence with as many of the names as fit; `others` replaces the rest. */
function sentence(beginning: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const named = names.filter((part) => part !== 'others').slice(0, MAX_NAMED);
  const parts = named.length < names.length ? [...named, 'others'] : named;
  let text = '';
  for (const part of parts) if (text.length + part.length < 440) text += `${text === '' ? '' : ', '}${part}`;
  return `${beginning}: ${text}`;
}
