import { Module } from '@nestjs/common';
import { PasswordPool } from '@app/credentials';
import { SETTINGS } from '@app/kernel';
import { metrics } from '@app/metrics';
import type { Settings } from '../../config.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { AttemptCounters } from './attempt-counters.js';
import { PasswordCheck } from './password-check.js';
import { PasswordQueries } from './password.queries.js';

@Module({
  providers: [
    AttemptCounters,
    PasswordCheck,
    PasswordQueries,
    {
      provide: PasswordPool,
      inject: [SETTINGS],
      useFactory: (settings: Settings) =>
        new PasswordPool({
          threads: settings.PASSWORD_JOBS,
          busy: (seconds) => new TemporarilyUnavailable(503, seconds),
          // for every check, regardless of who it is for; a test counts these
          onRun: () => metrics.auth_password_hash_runs_total.inc(),
        }),
    },
  ],
  exports: [PasswordCheck, PasswordPool, PasswordQueries],
})
export class PasswordsModule {}
