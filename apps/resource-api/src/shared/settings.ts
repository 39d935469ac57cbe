import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { ResourceApiConfig } from '../config.js';

/** Nest injection token of the app's {@link ResourceApiConfig}. */
export const SETTINGS = Symbol('Settings');

@Global()
@Module({})
export class SettingsModule {
  static forRoot(config: ResourceApiConfig): DynamicModule {
    return {
      module: SettingsModule,
      providers: [{ provide: SETTINGS, useValue: config }],
      exports: [SETTINGS],
    };
  }
}
