import { eventTypes, TEST_EVENT_TYPE, type EventType } from '@app/contracts';

interface Schema {
  example?: unknown;
  properties?: Record<string, unknown>;
  required?: string[];
}

/** What `data` is, by the first word of an event type: the component of the object as its owner's API shows it. */
const components = {
  enrolment: 'Enrollment',
  lo: 'LearningObject',
  user: 'User',
  content: 'LearningObject',
} as const;

const texts: Record<EventType, string> = {
  'enrolment.create': 'A person was enrolled.',
  'enrolment.update': 'An enrollment changed, for example its status.',
  'enrolment.delete': 'An enrollment was archived.',
  'lo.create': 'A learning object was created, or has become visible to the portal.',
  'lo.update': 'A learning object of the portal changed.',
  'lo.delete': 'A learning object was retired, or is no longer visible to the portal.',
  'user.create': 'A user was created.',
  'user.update': 'A user changed.',
  'user.delete': 'The account of a user was closed; if the person was erased, `data` contains only the id.',
  'content.update': 'Shared content that the portal can see changed.',
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

/** Without what differs by portal. */
const learningObject = {
  id: 204,
  type: 'course',
  title: 'First aid at work',
  description: 'What to do in the first minutes.',
  summary: null,
  image: null,
  language: 'en',
  published: true,
  previewable: true,
  assessable: false,
  created_time: '2026-01-15T09:00:00+00:00',
  updated_time: '2026-01-31T06:29:13+00:00',
  delivery: { duration: 45, mode: 'self-paced' },
  pricing: { currency: 'EUR', price: 0, tax: 0, tax_included: true },
  provider: { id: 7, name: 'Northwind Learning', logo: null },
  ratings: { ratings_count: 12, five_star_rating: 4.5 },
  reviews: { count: 0, rating: 0 },
  tags: ['safety'],
  topics: ['Health and safety'],
  items_count: 3,
  authors: ['R. Okafor'],
  skills: ['First aid'],
  events: [],
  attributes: {},
};

/** The `webhooks` section of the OpenAPI 3.1 document: every event, with an example. */
export function webhookEvents(schemas: Record<string, Schema>): Record<string, object> {
  const events = eventTypes.map((type) => {
    const component = components[type.split('.')[0] as keyof typeof components];
    const example = {
      ...(component === 'LearningObject' ? learningObject : (schemas[component]?.example as object)),
      ...(component === 'Enrollment' && forEvents(schemas)),
    };
    return [type, operation(type, texts[type], dataOf(type, component, schemas), example)] as const;
  });
  const test = operation(
    TEST_EVENT_TYPE,
    'A test event, requested with `POST /v2/webhooks/{webhook-id}/test`.',
    { type: 'object' },
    {
      webhook_id: 3,
      requested_time: '2026-01-31T06:29:13+00:00',
    },
  );
  return Object.fromEntries([...events, [TEST_EVENT_TYPE, test]]);
}

/** What a learning object is to one portal is in no event: many portals hear of it. */
const PER_PORTAL = ['subscription', 'collections', 'portal_collection', 'items'];

function dataOf(type: EventType, component: string, schemas: Record<string, Schema>): object {
  if (component === 'LearningObject') {
    const { properties = {}, required = [], example: _, ...rest } = schemas[component] ?? {};
    const shared = (name: string) => !PER_PORTAL.includes(name);
    return {
      ...rest,
      description: `As \`LearningObject\`, without ${PER_PORTAL.map((name) => `\`${name}\``).join(', ')}.`,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => shared(name))),
      required: required.filter(shared),
    };
  }
  const whole = { $ref: `#/components/schemas/${component}` };
  if (type !== 'user.delete') return whole;
  const erased = {
    type: 'object',
    description: 'For a person whose data was erased.',
    required: ['id'],
    properties: { id: { type: 'integer' } },
    additionalProperties: false,
  };
  return { anyOf: [whole, erased] };
}

/** In webhook data `pass` is 1 or 0, and `completed_time` repeats `end_date`. */
function forEvents(schemas: Record<string, Schema>): object {
  const { pass, end_date } = (schemas['Enrollment']?.example ?? {}) as {
    pass?: boolean | null;
    end_date?: string | null;
  };
  return {
    pass: pass === null || pass === undefined ? null : Number(pass),
    completed_time: end_date ?? null,
  };
}

function operation(type: string, summary: string, data: object, example: object): object {
  const isTest = type === TEST_EVENT_TYPE;
  const isEnrollment = type.startsWith('enrolment.');
  return {
    post: {
      operationId: `event_${type.replace('.', '_')}`,
      summary,
      tags: ['Webhooks'],
      security: [],
      parameters: headers.map(([name, description, value]) => ({
        name,
        in: 'header',
        description,
        schema: { type: 'string' },
        example: value,
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['id', 'type', 'fired_at', 'portal_id', 'data', ...(isTest ? [] : ['sequence'])],
              properties: {
                id: { type: 'string' },
                type: { const: type },
                fired_at: { type: 'string', description: '`YYYY-MM-DDTHH:MM:SS+0000`' },
                portal_id: { type: 'integer' },
                ...(isTest
                  ? {}
                  : {
                      sequence: {
                        type: 'integer',
                        description: 'Counts 1, 2, 3, ... per webhook, without gaps.',
                      },
                    }),
                data: isEnrollment ? enrollmentData : data,
              },
            },
            example: {
              id: 'evt_0d4b8a6f2e9c4b7f8a1d3c5e7f901234',
              type,
              fired_at: '2026-01-31T06:29:13+0000',
              portal_id: 1,
              ...(isTest ? {} : { sequence: 4711 }),
              data: example,
            },
          },
        },
      },
      responses: {
        '2XX': {
          description:
            'Accepted. After any other answer the delivery is retried, ten times in all over two days.',
        },
        '410': { description: 'The endpoint is gone for good: the webhook is disabled.' },
      },
    },
  };
}

const enrollmentData = {
  type: 'object',
  description: 'As `Enrollment`, but `pass` is 1 or 0, and `completed_time` repeats `end_date`.',
  properties: {
    id: { type: 'integer' },
    user_id: { type: 'integer' },
    lo_id: { type: 'integer' },
    status: { type: 'string' },
    pass: { type: ['integer', 'null'], enum: [0, 1, null] },
    end_date: { type: ['string', 'null'] },
    completed_time: { type: ['string', 'null'] },
  },
};
