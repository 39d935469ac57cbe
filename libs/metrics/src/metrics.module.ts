import { Global, Module, type DynamicModule } from '@nestjs/common';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { MetricsListener, type MetricsSettings } from './metrics-listener.js';
import type { ServerName } from './metric-definition.js';

/** The metrics of a server on `METRICS_PORT`, available while the server is still starting. */
@Global()
@Module({})
export class MetricsModule {
  static forRoot(program: ServerName): DynamicModule {
    return {
      module: MetricsModule,
      providers: [
        {
          provide: MetricsListener,
          inject: [SETTINGS, LOGGER],
          useFactory: async (settings: MetricsSettings, logger: Logger) => {
            const listener = new MetricsListener(program, settings, logger);
            await listener.listen();
            return listener;
          },
        },
      ],
      exports: [MetricsListener],
    };
  }
}
