import { Module } from '@nestjs/common';
import { PasswordPool } from '@app/passwords';
import { SETTINGS } from '@app/kernel';
import { Counter } from 'prom-client';
import type { Settings } from '../config.js';
import { TemporarilyUnavailable } from '../errors/index.js';
import { AttemptCounters } from './attempt-counters.js';
import { PasswordCheck } from './password-check.js';
import { PersonQueries } from './person.queries.js';

/** Called for every password check, whoever it is for; a test counts these. */
const passwordHashRuns = new Counter({
  name: 'auth_password_hash_runs_total',
  help: 'Runs of argon2id.',
});

@Module({
  providers: [
    AttemptCounters,
    PasswordCheck,
    PersonQueries,
    {
      provide: PasswordPool,
      inject: [SETTINGS],
      useFactory: (settings: Settings) =>
        new PasswordPool({
          threads: settings.PASSWORD_JOBS,
          busy: (seconds) => new TemporarilyUnavailable(503, seconds),
          onRun: () => passwordHashRuns.inc(),
        }),
    },
  ],
  exports: [PasswordCheck, PasswordPool, PersonQueries],
})
export class PasswordsModule {}
