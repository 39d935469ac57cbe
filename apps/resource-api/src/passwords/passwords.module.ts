import { Global, Module } from '@nestjs/common';
import { PasswordPool } from '@app/credentials';
import { SETTINGS } from '@app/kernel';
import type { Settings } from '../config.js';

/** One {@link PasswordPool} for all features that create people. */
@Global()
@Module({
  providers: [
    {
      provide: PasswordPool,
      inject: [SETTINGS],
      useFactory: (settings: Settings) => new PasswordPool({ threads: settings.PASSWORD_JOBS }),
    },
  ],
  exports: [PasswordPool],
})
export class PasswordsModule {}
