import { Module, type DynamicModule } from '@nestjs/common';
import { IDEMPOTENCY } from '@app/http';
import { IDEMPOTENCY_SECRET, IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IdempotencyQueries } from './idempotency.queries.js';

/** `Idempotency-Key` on every operation of the app that declares it (see `Operation` in `@app/http`). */
@Module({})
export class IdempotencyModule {
  /** @param secret 32 bytes in base64; seals stored answers */
  static forRoot(secret: string): DynamicModule {
    return {
      module: IdempotencyModule,
      global: true,
      providers: [
        IdempotencyQueries,
        { provide: IDEMPOTENCY_SECRET, useValue: secret },
        { provide: IDEMPOTENCY, useClass: IdempotencyInterceptor },
      ],
      exports: [IDEMPOTENCY],
    };
  }
}
