import { Controller, Get, Inject, Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { Public } from '@app/access';
import { Problem, VERSION } from '@app/kernel';
import { ApiExcludeController } from '../openapi/api-decorators.js';
import { DependencyWatch } from './dependency-watch.js';

/** A dependency without which the app cannot serve; throws or returns false if it is unavailable. */
export interface ReadinessCheck {
  name: string;
  check: () => Promise<boolean> | boolean;
}

export const READINESS = Symbol('Readiness');

/** Milliseconds that one check may take. */
const CHECK_TIMEOUT_MS = 2_000;

@ApiExcludeController()
@Public()
@Controller('health')
class HealthController {
  constructor(@Inject(READINESS) private readonly checks: ReadinessCheck[]) {}

  /** The process runs; answers its version. */
  @Get('live')
  live() {
    return { status: 'ok', version: VERSION };
  }

  /** Whether the process can serve; otherwise 503, naming the unavailable dependency. */
  @Get('ready')
  async ready() {
    const results = await Promise.all(
      this.checks.map(async ({ name, check }) => [name, await passes(check)] as const),
    );
    const missing = results.filter(([, isGood]) => !isGood).map(([name]) => name);
    if (missing.length > 0) throw new Problem(503, 'not_ready', `Not ready: ${missing.join(', ')}.`);
    return { status: 'ok', checks: Object.fromEntries(results.map(([name]) => [name, 'ok'])) };
  }
}

async function passes(check: ReadinessCheck['check']): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false).unref());
  try {
    return await Promise.race([Promise.resolve(check()), timeout]);
  } catch {
    return false;
  }
}

/** `/health/live` and `/health/ready`, and the polling of dependencies. */
@Module({})
export class HealthModule {
  static forRoot(readiness: Omit<FactoryProvider<ReadinessCheck[]>, 'provide'>): DynamicModule {
    return {
      module: HealthModule,
      controllers: [HealthController],
      providers: [{ provide: READINESS, ...readiness }, DependencyWatch],
    };
  }
}
