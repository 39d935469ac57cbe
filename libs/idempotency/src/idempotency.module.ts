import { Global, Module } from '@nestjs/common';
import { IDEMPOTENCY } from '@app/http';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyQueries } from './idempotency.queries.js';

/** `Idempotency-Key` on every operation of the app that declares it (see `Operation` in `@app/http`). */
@Global()
@Module({
  providers: [IdempotencyQueries, { provide: IDEMPOTENCY, useClass: IdempotencyInterceptor }],
  exports: [IDEMPOTENCY],
})
export class IdempotencyModule {}
