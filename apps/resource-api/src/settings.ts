import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './config.js';

/** Nest injection token of the app's {@link Settings}. */
export const SETTINGS = Symbol('Settings');

@Global()
@Module({})
export class SettingsModule {
  static forRoot(config: Settings): DynamicModule {
    return {
      module: SettingsModule,
      providers: [{ provide: SETTINGS, useValue: config }],
      exports: [SETTINGS],
    };
  }
}
