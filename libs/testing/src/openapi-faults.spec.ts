import { documentFaults } from './openapi-faults.js';

const answer = (content: object) => ({ '/v2/x': { get: { tags: ['X'], responses: { 200: { content } } } } });
const json = (schema: object, example?: unknown) => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const createDocument = (schemas: object, content: object = {}) => ({
  paths: answer(content),
  components: { schemas },
});

describe('documentFaults', () => {
  it('finds nothing in a good document', () => {
    const X = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
    expect(documentFaults(createDocument({ X }, json(ref('X'), { id: 1 })))).toEqual([]);
  });

  it.each([
    ['recursion without a name', createDocument({ __schema0: { type: 'string' } }), /__schema0: no name/],
    [
      'an object inside another',
      createDocument({ X: { properties: { y: { properties: { z: {} } } } } }),
      /X\.y: an object without a name/,
    ],
    [
      'a page without a name',
      createDocument({}, json({ properties: { total: {} } }, {})),
      /200: an object without a name/,
    ],
    [
      'a union of one type',
      createDocument({ X: { anyOf: [{ type: 'string' }, { type: 'string', enum: [''] }] } }),
      /X: a union of one type/,
    ],
    [
      'a union with a list',
      createDocument({ X: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] } }),
      /X: a union with a list/,
    ],
    [
      'an enumeration of integers as numbers',
      createDocument({ X: { type: 'number', enum: [0, 1] } }),
      /X: integers as/,
    ],
    [
      'a union with null',
      createDocument({ X: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
      /X: a union with null/,
    ],
    [
      'an enumeration named elsewhere',
      createDocument({ X: { enum: ['a', 'b'] }, Y: { properties: { x: { enum: ['b', 'a'] } } } }),
      /Y\.x: X without its name/,
    ],
    ['a reference to nothing', createDocument({ X: { type: 'array', items: ref('Y') } }), /Y: is nowhere/],
    ['an answer without an example', createDocument({ X: {} }, json(ref('X'))), /no example/],
    [
      'a file without an example',
      createDocument({}, { 'text/csv': { schema: { type: 'string' } } }),
      /csv: no example/,
    ],
    [
      'several bodies where every parameter must be there',
      {
        paths: {
          '/v2/x/{id}': {
            put: {
              tags: ['X'],
              parameters: [{ name: 'id', required: true }],
              requestBody: {
                content: { ...json({ type: 'string' }, ''), 'text/x': { schema: {}, example: '' } },
              },
            },
          },
        },
        components: {},
      },
      /put \/v2\/x\/\{id\} body: several/,
    ],
    [
      'an example that does not fit',
      createDocument({ X: { type: 'string' } }, json(ref('X'), 7)),
      /must be string/,
    ],
    [
      'a tag shared by operations and webhooks',
      {
        ...createDocument({}),
        webhooks: { 'x.create': { $ref: '#/components/pathItems/XCreate' } },
        components: { pathItems: { XCreate: { post: { tags: ['X'] } } } },
      },
      /X: a tag/,
    ],
    [
      'a webhook whose operations stand in place',
      { ...createDocument({}), webhooks: { 'x.create': { post: { tags: ['Events'] } } } },
      /x\.create: a webhook that is no reference/,
    ],
  ])('finds %s', (_, document, fault) => {
    expect(documentFaults(document)).toEqual([expect.stringMatching(fault)]);
  });
});
