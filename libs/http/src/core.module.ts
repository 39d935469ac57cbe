import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@app/kernel';

/** The clock and the log, for everything in the app. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(clock: Clock, logger: Logger): DynamicModule {
    return {
      module: CoreModule,
      providers: [
        { provide: CLOCK, useValue: clock },
        { provide: LOGGER, useValue: logger },
      ],
      exports: [CLOCK, LOGGER],
    };
  }
}
