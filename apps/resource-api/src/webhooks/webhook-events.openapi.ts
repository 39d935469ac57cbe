import { sharedLearningObjectExample } from '@app/catalogue';
import { eventTypes, TEST_EVENT_TYPE, type EventType } from '@app/contracts';
import { userExample } from '@app/identity';

interface Schema {
  example?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
  [keyword: string]: unknown;
}
type Schemas = Record<string, Schema>;

/** The component used for `data`, by the first word of an event type. */
const dataComponents = {
  enrolment: 'EnrollmentEventData',
  lo: 'LearningObjectEventData',
  user: 'UserEventData',
  content: 'LearningObjectEventData',
} as const;

/** The component of an event's `data`. */
const chooseDataComponent = (type: EventType): string =>
  type === 'enrolment.delete'
    ? 'EnrollmentDeleteEventData'
    : dataComponents[type.split('.')[0] as keyof typeof dataComponents];

const texts: Record<EventType | typeof TEST_EVENT_TYPE, string> = {
  'enrolment.create': 'A person was enrolled.',
  'enrolment.update': 'An enrollment changed, for example its status.',
  'enrolment.delete': 'An enrollment was archived; if the person was erased, `data` contains only the id.',
  'lo.create': 'A learning object was created, or has become visible to the portal.',
  'lo.update': 'A learning object of the portal changed.',
  'lo.delete': 'A learning object was retired, or is no longer visible to the portal.',
  'user.create': 'A user was created.',
  'user.update': 'A user changed.',
  'user.delete': 'The account of a user was closed; if the person was erased, `data` contains only the id.',
  'content.update': 'Shared content that the portal can see changed.',
  [TEST_EVENT_TYPE]: 'A test event, requested with `POST /v2/webhooks/{webhook-id}/test`.',
};

const headers = [
  [
    'webhook-id',
    'Id of the event, the same for every attempt: ignore an id that you have already processed.',
    'evt_0d4b8a6f2e9c4b7f8a1d3c5e7f901234',
  ],
  ['webhook-timestamp', 'When this attempt was signed, in Unix seconds.', '1769840953'],
  [
    'webhook-signature',
    'Standard Webhooks: `v1,<base64>` for each valid secret; absent if there is no secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
  [
    'X-Webhook-Signature',
    '`t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">`; absent if there is no secret.',
    't=1769840953,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ],
] as const;

/**
 * Portal-specific members of a learning object, which are in no event, because many portals get the same one.
 */
const PER_PORTAL = ['subscription', 'collections', 'portal_collection'];
const FIRED_AT = '2026-01-31T06:29:13+0000';

/**
 * The `webhooks` section of the OpenAPI 3.1 document, the path items it refers to, and the components it needs. It has
 * every event, all its fields, an example. `WebhookEvent` is any of them, discriminated by `type`.
 * @param schemas the components of the API's answers, from which events are composed
 */
export function webhookEvents(schemas: Schemas): {
  webhooks: Record<string, { $ref: string }>;
  pathItems: Record<string, object>;
  components: Schemas;
} {
  const types = [...eventTypes, TEST_EVENT_TYPE] as const;
  const components = createDataComponents(schemas);
  for (const type of types) components[toComponentName(type)] = eventSchema(type, components);
  const refs = types.map((type) => [type, `#/components/schemas/${toComponentName(type)}`] as const);
  components['WebhookEvent'] = {
    description: 'The body of a webhook.',
    oneOf: refs.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(refs) },
  };
  const pathItems: Record<string, object> = {};
  const webhooks: Record<string, { $ref: string }> = {};
  for (const [type, $ref] of refs) {
    pathItems[toComponentName(type)] = operation(type, $ref, components[toComponentName(type)]!);
    webhooks[type] = { $ref: `#/components/pathItems/${toComponentName(type)}` };
  }
  return { webhooks, pathItems, components };
}

/** `user.create` becomes `UserCreateEvent`. */
const toComponentName = (type: string): string =>
  `${type.replace(/(^|\.)([a-z])/g, (_, _dot, letter: string) => letter.toUpperCase())}Event`;

/** The `data` of an event: the API's object, except for a few fields. */
function createDataComponents({ Enrollment = {}, LearningObject = {}, User = {} }: Schemas): Schemas {
  const isShared = (name: string): boolean => !PER_PORTAL.includes(name);
  const enrollment = Enrollment.example as { end_date: string | null } | undefined;
  const plainFields = Object.entries(Enrollment.properties ?? {}).filter(
    ([name]) => !['lo', 'user'].includes(name),
  );
  const enrollmentData = {
    type: 'object',
    description: 'As `Enrollment`, but `pass` is 1 or 0, and `completed_time` repeats `end_date`.',
    properties: {
      ...Object.fromEntries(plainFields),
      pass: { type: ['integer', 'null'], enum: [1, 0, null] },
      completed_time: { type: ['string', 'null'], format: 'date-time', description: 'As `end_date`.' },
    },
    required: [...(Enrollment.required ?? []), 'completed_time'],
    example: { ...enrollment, pass: null, completed_time: enrollment?.end_date ?? null },
  };
  return {
    EnrollmentEventData: enrollmentData,
    EnrollmentDeleteEventData: {
      ...enrollmentData,
      description: 'As `EnrollmentEventData`; for a person whose data was erased, only `id`.',
      required: ['id'],
    },
    LearningObjectEventData: {
      type: 'object',
      description: `As \`LearningObject\` in search results, without ${PER_PORTAL.map((name) => `\`${name}\``).join(', ')}.`,
      properties: Object.fromEntries(
        Object.entries(LearningObject.properties ?? {}).filter(([name]) => isShared(name)),
      ),
      required: (LearningObject.required ?? []).filter(isShared),
      example: { ...sharedLearningObjectExample, items: [] },
    },
    UserEventData: {
      type: 'object',
      description: 'As `User`; in `user.delete`, for a person whose data was erased, only `id`.',
      properties: User.properties ?? {},
      required: ['id'],
      example: userExample,
    },
    TestEventData: {
      type: 'object',
      properties: {
        webhook_id: { type: 'integer' },
        requested_time: { type: 'string', format: 'date-time' },
      },
      required: ['webhook_id', 'requested_time'],
      example: { webhook_id: 3, requested_time: '2026-01-31T06:29:13+00:00' },
    },
  };
}

function eventSchema(type: EventType | typeof TEST_EVENT_TYPE, components: Schemas): Schema {
  const isTest = type === TEST_EVENT_TYPE;
  const data = isTest ? 'TestEventData' : chooseDataComponent(type);
  const sequence = {
    type: 'integer',
    description: 'Counts 1, 2, 3, ... per webhook, without gaps.',
  };
  return {
    type: 'object',
    description: texts[type],
    properties: {
      id: { type: 'string', description: 'The same for every attempt.' },
      type: { type: 'string', enum: [type] },
      fired_at: { type: 'string', description: '`YYYY-MM-DDTHH:MM:SS+0000`' },
      portal_id: { type: 'integer' },
      ...(isTest ? {} : { sequence }),
      data: { $ref: `#/components/schemas/${data}` },
    },
    required: ['id', 'type', 'fired_at', 'portal_id', ...(isTest ? [] : ['sequence']), 'data'],
    example: {
      id: 'evt_0d4b8a6f2e9c4b7f8a1d3c5e7f901234',
      type,
      fired_at: FIRED_AT,
      portal_id: 1,
      ...(isTest ? {} : { sequence: 4711 }),
      data: components[data]?.example,
    },
  };
}

const operation = (type: keyof typeof texts, $ref: string, { example }: Schema): object => ({
  post: {
    operationId: `event_${type.replace('.', '_')}`,
    summary: texts[type],
    tags: ['Webhook events'],
    security: [],
    parameters: headers.map(([name, description, value]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
      example: value,
    })),
    requestBody: { required: true, content: { 'application/json': { schema: { $ref }, example } } },
    responses: {
      '2XX': {
        description:
          'Accepted. After any other answer the delivery is retried, ten times in all over two days.',
      },
      '410': { description: 'The endpoint is gone for good: the webhook is disabled.' },
    },
  },
});
