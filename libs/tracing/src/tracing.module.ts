import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, SETTINGS, VERSION, type Logger, type ServerSettings } from '@app/kernel';
import { randomUUID } from 'node:crypto';
import { record, type Recorder } from './tracing.js';

type TracingSettings = Pick<
  ServerSettings,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'BUILD_COMMIT'
>;

/**
 * Milliseconds in which the last spans are sent at shutdown, so that a hanging receiver does not keep a server from
 * ending.
 */
const WAIT_TIMEOUT_MS = 3_000;

class Tracing implements OnApplicationShutdown {
  constructor(private readonly recorder: Recorder | undefined) {
    record(recorder);
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.recorder) return;
    record(undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, WAIT_TIMEOUT_MS)));
    await Promise.race([this.recorder.close().catch(() => undefined), late]);
    clearTimeout(timer);
  }
}

/** Tracing. Without `OTEL_EXPORTER_OTLP_ENDPOINT` no part of it is loaded. */
@Global()
@Module({})
export class TracingModule {
  /** @param program its name in the traces */
  static forRoot(program: string): DynamicModule {
    return {
      module: TracingModule,
      providers: [
        {
          provide: Tracing,
          inject: [SETTINGS, LOGGER],
          useFactory: async (settings: TracingSettings, logger: Logger) =>
            new Tracing(await open(program, settings, logger)),
        },
      ],
    };
  }
}

async function open(
  program: string,
  settings: TracingSettings,
  logger: Logger,
): Promise<Recorder | undefined> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { openTelemetry } = await import('./open-telemetry.js');
  const sampler = settings.OTEL_TRACES_SAMPLER;
  const ratio = settings.OTEL_TRACES_SAMPLER_ARG;
  logger.info({ sampler, ratio }, 'traces are recorded');
  return openTelemetry({
    endpoint,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    sampler,
    ratio,
    resource: {
      'service.name': program,
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      'vcs.ref.head.revision': settings.BUILD_COMMIT,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
      ...(settings.OTEL_SERVICE_NAME !== undefined && { 'service.name': settings.OTEL_SERVICE_NAME }),
    },
  });
}
