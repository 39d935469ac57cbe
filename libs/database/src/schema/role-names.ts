import type { MigrationInterface, QueryRunner } from 'typeorm';

export const DEFAULT_ROLE_PREFIX = 'lp';

/** An identifier that needs no quotes and is short enough for the suffix `_worker`: Postgres cuts names at 63 bytes. */
const prefixes = /^[a-z][a-z\d_]{0,39}$/;
export const isRolePrefix = (text: string): boolean => prefixes.test(text);

/** The names of the roles in migrations. Released ones never change, so these are replaced by the prefixed names. */
const written = /\blp_(auth|api|worker|console)\b/g;

/** The apps that every installation has; the console may be left out. */
export const requiredApps = ['auth', 'api', 'worker'] as const;
export type RequiredApp = (typeof requiredApps)[number];
export type RoleOwner = RequiredApp | 'console';
type Migration = new () => MigrationInterface;

/**
 * The names of the apps’ roles in Postgres. Roles belong to the whole server: environments that share one need
 * different prefixes.
 */
export class RoleNames {
  /** @throws TypeError when names with this prefix would need quotes or be too long */
  constructor(private readonly prefix: string = DEFAULT_ROLE_PREFIX) {
    if (!isRolePrefix(prefix)) throw new TypeError(`${prefix} is no prefix of role names`);
  }

  /** The roles that every installation has, as a list in SQL. */
  get list(): string {
    return requiredApps.map((app) => this.of(app)).join(', ');
  }

  of(app: RoleOwner): string {
    return `${this.prefix}_${app}`;
  }

  /** The statement with `lp_auth`, `lp_api`, `lp_worker` and `lp_console` replaced by the names of this environment. */
  in(statement: string): string {
    return statement.replace(written, (_, app: RoleOwner) => this.of(app));
  }

  /** The migration, with the names of this environment in its statements. */
  inMigration(Original: Migration): Migration {
    const under = (runner: QueryRunner) => this.#inRunner(runner);
    class RenamedMigration implements MigrationInterface {
      readonly #original = new Original();
      readonly name = this.#original.name ?? Original.name;
      readonly transaction?: boolean;
      constructor() {
        if (this.#original.transaction !== undefined) this.transaction = this.#original.transaction;
      }
      up = (runner: QueryRunner): Promise<unknown> => this.#original.up(under(runner));
      down = (runner: QueryRunner): Promise<unknown> => this.#original.down(under(runner));
    }
    return RenamedMigration;
  }

  #inRunner(runner: QueryRunner): QueryRunner {
    const query = (text: string, ...rest: unknown[]) =>
      (runner.query as (...parameters: unknown[]) => unknown).call(runner, this.in(text), ...rest);
    return new Proxy(runner, {
      get: (target, key) => {
        if (key === 'query') return query;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
}
