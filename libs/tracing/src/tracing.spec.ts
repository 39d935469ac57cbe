import { loadConfig, serverSettings } from '@app/kernel';
import {
  readErrorCode,
  isSampled,
  isTracing,
  readTraceparent,
  runningSpan,
  startSpan,
  traced,
  tracedDetail,
} from './tracing.js';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('A traceparent from outside', () => {
  it('is taken as W3C Trace Context writes it', () => {
    const read = readTraceparent(`00-${trace}-${span}-01`)!;
    expect(read).toBe(`00-${trace}-${span}-01`);
    expect(isSampled(read)).toBe(true);
    expect(isSampled(readTraceparent(`00-${trace}-${span}-00`)!)).toBe(false);
  });

  it.each([
    undefined,
    null,
    7,
    ['00'],
    '',
    `00-${trace}-${span}`,
    `00-${trace.toUpperCase()}-${span}-01`,
    `01-${trace}-${span}-01`,
    `00-${'0'.repeat(32)}-${span}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace}-${span}-01\r\nx: y`,
    `00-${trace}-${span}-01-more`,
  ])('is no traceparent: %j', (text) => expect(readTraceparent(text)).toBeUndefined());
});

describe('Without a recorder', () => {
  it('work is done as if there were no spans', async () => {
    expect([isTracing(), startSpan('x'), runningSpan()]).toEqual([false, undefined, undefined]);
    expect(await traced('x', {}, (open) => Promise.resolve(open))).toBeUndefined();
    await expect(tracedDetail('x', {}, () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });
});

describe('The code of an error', () => {
  it('is its SQLSTATE, that of Node or its class, never its words', () => {
    expect(readErrorCode(Object.assign(new Error('pia@mail.example'), { code: '23505' }))).toBe('23505');
    expect(readErrorCode(new TypeError('pia@mail.example'))).toBe('TypeError');
    expect(readErrorCode({ code: 'pia@mail.example' })).toBe('unknown');
    expect(readErrorCode(undefined)).toBe('unknown');
  });
});

describe('OTEL_EXPORTER_OTLP_HEADERS', () => {
  const read = (text: string) =>
    loadConfig(serverSettings.pick({ OTEL_EXPORTER_OTLP_HEADERS: true }), {
      OTEL_EXPORTER_OTLP_HEADERS: text,
    });

  it('is read as OpenTelemetry has it', () => {
    expect(read('api-key=a%20key, x-tenant = one ').OTEL_EXPORTER_OTLP_HEADERS).toEqual({
      'api-key': 'a key',
      'x-tenant': 'one',
    });
  });

  it.each(['no pairs', 'a=%zz', 'a=%ff', 'a=b,,'])('is refused by name: %s', (text) => {
    expect(() => read(text)).toThrow(/OTEL_EXPORTER_OTLP_HEADERS: must look like/);
  });
});

describe('OTEL_RESOURCE_ATTRIBUTES', () => {
  it('is read as OpenTelemetry has it', () => {
    const settings = serverSettings.pick({ OTEL_RESOURCE_ATTRIBUTES: true });
    const env = { OTEL_RESOURCE_ATTRIBUTES: 'k8s.namespace.name=lp,deployment.environment.name=a%20b' };
    expect(loadConfig(settings, env).OTEL_RESOURCE_ATTRIBUTES).toEqual({
      'k8s.namespace.name': 'lp',
      'deployment.environment.name': 'a b',
    });
  });
});
