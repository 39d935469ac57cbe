import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, LOGGER, SETTINGS, type Clock, type Logger, type CommonSettings } from '@app/kernel';

/** The settings, the clock and the log of the app. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(settings: CommonSettings, clock: Clock, logger: Logger): DynamicModule {
    return {
      module: CoreModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: CLOCK, useValue: clock },
        { provide: LOGGER, useValue: logger },
      ],
      exports: [SETTINGS, CLOCK, LOGGER],
    };
  }
}
