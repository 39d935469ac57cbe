import { Module } from '@nestjs/common';
import { AttemptCounters } from './attempt-counters.js';
import { PasswordCheck } from './password-check.js';
import { PasswordPool } from './password-pool.js';
import { PersonQueries } from './person.queries.js';

@Module({
  providers: [AttemptCounters, PasswordCheck, PasswordPool, PersonQueries],
  exports: [PasswordCheck, PasswordPool, PersonQueries],
})
export class PasswordsModule {}
