import { useCollector, type CollectedSpan } from './collector.js';
import { programs, useObservedStack } from './observed-stack.js';

const outside = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const partners = `00-${outside.traceId}-${outside.spanId}-01`;
const isPost = ({ name }: CollectedSpan) => name === 'POST /v2/enrollments';

describe('Traces, with a receiver', () => {
  const collector = useCollector();
  const stack = useObservedStack(() => ({
    all: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key',
      OTEL_TRACES_SAMPLER_ARG: '1',
    },
  }));

  let trace: CollectedSpan[];
  let userId: number;
  beforeAll(async () => {
    await stack.webhook();
    userId = await stack.newUser();
    const answer = await stack.call(
      'POST',
      '/v2/enrollments',
      { user_id: userId, lo_id: stack.loId },
      { traceparent: partners, tracestate: 'x=y' },
    );
    expect(answer.status).toBe(201);
    trace = await collector.trace(isPost, (spans) =>
      ['deliver webhook', 'relay event', 'process hint'].every((name) =>
        spans.some((one) => one.name === name),
      ),
    );
  });
  const named = (name: string) => trace.filter((span) => span.name === name);
  const findParent = (span: CollectedSpan) => trace.find(({ spanId }) => spanId === span.parentId);

  it('one leads from POST /v2/enrollments to the receiver, across processes', async () => {
    const [post] = named('POST /v2/enrollments');
    expect(post).toMatchObject({
      service: 'resource-api',
      parentId: '',
      kind: 2,
      attributes: { 'http.route': '/v2/enrollments', 'http.response.status_code': 201 },
    });
    const [transaction] = named('transaction').filter((one) => findParent(one) === post);
    expect(transaction).toBeDefined();
    const [append] = named('append event');
    expect(append).toMatchObject({ kind: 4, attributes: { 'event.type': 'enrolment.create' } });
    expect(named('statement').filter((one) => findParent(one) === append)).toMatchObject([
      { attributes: { 'db.query.text': expect.stringContaining('insert into learning.outbox') } },
    ]);
    const [hint] = named('publish hint').filter(({ service }) => service === 'resource-api');
    expect(hint).toMatchObject({ kind: 4, attributes: { 'messaging.destination.name': 'events' } });
    const [processed] = named('process hint').filter((one) => findParent(one) === hint);
    expect(processed).toMatchObject({ service: 'webhook-worker', kind: 5 });
    const [relayed] = named('relay event');
    expect(relayed).toMatchObject({ service: 'webhook-worker', kind: 5 });
    expect(findParent(relayed!)).toBe(append);
    const [delivery] = named('deliver webhook');
    expect(delivery).toMatchObject({ service: 'webhook-worker', kind: 3, status: 0 });
    expect(delivery!.attributes).toMatchObject({ 'http.response.status_code': 200 });
    expect(findParent(delivery!)).toBe(append);
    const received = stack.receiver.received.find(({ event }) => event.type === 'enrolment.create')!;
    expect(received.headers['traceparent']).toBe(`00-${delivery!.traceId}-${delivery!.spanId}-01`);
    expect(received.headers).not.toHaveProperty('tracestate');
  });

  it('do not go into the trace of a caller, but are linked with it', () => {
    expect(named('POST /v2/enrollments')[0]!.links).toEqual([outside]);
    expect(trace[0]!.traceId).not.toBe(outside.traceId);
  });

  it('show no secret, token, body, value of a statement or address of a person', async () => {
    await stack.newToken();
    await stack.eventually(
      async () => collector.spans.map(({ name }) => name),
      (names) => names.filter((name) => name === 'POST /oauth/token').length > 1,
    );
    const all = JSON.stringify(collector.spans);
    expect(collector.spans.length).toBeGreaterThan(20);
    expect(all).not.toContain(stack.token);
    expect(all).not.toContain(stack.token.split('.')[1]!.slice(0, 40));
    expect(all).not.toMatch(/c1-secret|people\.example|Lovelace|a\.example|Bearer/i);
    expect(all).not.toContain(stack.receiver.url);
    const knownNames = [
      ...['http.request.method', 'http.route', 'http.response.status_code', 'request.ref', 'error.type'],
      ...['db.system.name', 'db.query.text', 'postgres.path', 'event.type', 'webhook.id', 'portal.id'],
      ...['messaging.system', 'messaging.destination.name', 'relay.batch_size'],
    ];
    const attributeNames = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(knownNames).toEqual(expect.arrayContaining([...attributeNames]));
    const statements = collector.spans.map(({ attributes }) => attributes['db.query.text']);
    expect(
      statements.filter((statement) => typeof statement === 'string' && statement.includes('$1')).length,
    ).toBeGreaterThan(5);
  });

  it('go there with the headers that were set, and name each server', () => {
    expect(new Set(collector.spans.map(({ service }) => service))).toEqual(new Set(programs));
    expect(collector.headers.every((one) => one['x-api-key'] === 'a key')).toBe(true);
  });

  it('are named in the line of the log about the request, with its client, portal, route and version', () => {
    const lines = stack.log['resource-api'].map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ route, method }) => route === '/v2/enrollments' && method === 'POST')).toMatchObject(
      {
        client: 'c1-app',
        portal: 1,
        trace: trace[0]!.traceId,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        status: 201,
      },
    );
  });
});

describe('Traces, named by the operator', () => {
  const collector = useCollector();
  const stack = useObservedStack(() => ({
    all: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_SERVICE_NAME: 'campus',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    },
  }));

  it('have that name, and their origin', async () => {
    expect((await stack.call('GET', '/v2/me')).status).toBe(200);
    const [span] = await collector.trace(
      ({ name }) => name === 'GET /v2/me',
      (spans) => spans.length > 0,
    );
    expect(span).toMatchObject({
      service: 'campus',
      resource: { 'deployment.environment.name': 'staging', 'service.version': expect.any(String) as string },
    });
  });
});

describe('Traces, recorded in part', () => {
  const collector = useCollector();
  const stack = useObservedStack(() => ({
    all: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' },
  }));

  it('are not recorded on request of a caller', async () => {
    const { status } = await stack.call('GET', '/v2/me', undefined, { traceparent: partners });
    expect(status).toBe(200);
    await stack.replicas['resource-api'].stop();
    expect(collector.spans).toEqual([]);
  });
});

describe('Without traces', () => {
  const stack = useObservedStack();

  it('nothing of OpenTelemetry’s SDK is loaded, and nothing is sent', async () => {
    await stack.webhook();
    await stack.newUser();
    await stack.receiver.count(1);
    expect(stack.receiver.received[0]!.headers).not.toHaveProperty('traceparent');
    for (const program of programs) {
      const files = await stack.replicas[program].modules();
      expect(files.length).toBeGreaterThan(100);
      expect(files.filter((file) => /@opentelemetry[\\/](?!api[\\/])|open-telemetry/.test(file))).toEqual([]);
    }
  });
});
