import { sql } from '@app/database';
import type { Answer, CatalogueSeed } from '@app/testing';
import { ResourceApiHarness, type TestAccount } from './resource-api.js';

/** A portal with an administrator, a manager and learners, and objects to enroll in: texts `t0` to `t9`, a course, an award. */
export class EnrollmentsPortal {
  readonly api = new ResourceApiHarness();
  admin!: TestAccount;
  manager!: TestAccount;
  /** Managed by the manager. */
  learner!: TestAccount;
  /** Managed by nobody. */
  other!: TestAccount;
  seed!: CatalogueSeed;
  #ids!: Map<string, number>;

  async start(): Promise<void> {
    const { api } = this;
    await api.start();
    const portal = await api.portal();
    this.admin = await api.administrator(portal);
    this.manager = await api.account(portal, { roles: ['Manager'] });
    this.learner = await api.account(portal, { managers: [this.manager.id] });
    this.other = await api.account(portal);
    this.seed = await api.catalogue();
    await this.seed.provider('own', portal.id);
    await this.seed.provider('market', (await api.portal()).id);
    const ownProvider = { provider: 'own' };
    const texts = Array.from({ length: 10 }, (_, number) => ({
      ...ownProvider,
      external_id: `t${number}`,
      type: 'text' as const,
      title: `Text ${number}`,
    }));
    const item = (external_id: string, required?: true) => ({
      external_id,
      type: 'text' as const,
      title: external_id,
      ...(required && { required }),
    });
    this.#ids = await this.seed.load([
      ...texts,
      {
        ...ownProvider,
        external_id: 'course',
        type: 'course',
        title: 'A course',
        items: [
          {
            external_id: 'module',
            type: 'module',
            title: 'A module',
            required: true,
            items: [item('one', true)],
          },
          item('two', true),
          item('three'),
        ],
      },
      { ...ownProvider, external_id: 'award', type: 'award', title: 'An award' },
      {
        provider: 'market',
        external_id: 'dear',
        type: 'course',
        title: 'A dear course',
        premium: true,
        pricing: { price: 90, currency: 'EUR' },
      },
    ]);
  }

  async stop(): Promise<void> {
    await this.api.stop();
  }

  /** @param name external id of an object in the portal, or `market dear` */
  readonly lo = (name: string): number => this.#ids.get(name.includes(' ') ? name : `own ${name}`)!;
  /** One more learner, managed by the manager. */
  readonly person = (): Promise<TestAccount> =>
    this.api.account(this.admin.portal, { managers: [this.manager.id] });
  readonly enroll = (json: object, actor = this.admin, query = ''): Promise<Answer> =>
    actor.post(`/v2/enrollments${query}`, json);
  /** @returns its id */
  readonly enrolled = async (
    name: string,
    fields: object = {},
    enrolledLearner?: TestAccount,
  ): Promise<number> => {
    const { id } = enrolledLearner ?? (await this.person());
    const answer = await this.enroll({ user_id: id, lo_id: this.lo(name), ...fields });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.id;
  };
  readonly award = (json: object, actor = this.admin): Promise<Answer> =>
    actor.post('/v2/enrollments/award', json);
  readonly patch = (id: number, json: object, actor = this.admin, query = ''): Promise<Answer> =>
    actor.patch(`/v2/enrollments/${id}${query}`, json);
  readonly detail = (id: number, actor = this.admin, query = ''): Promise<Answer> =>
    actor.get(`/v2/enrollments/${id}${query}`);
  readonly list = (query: string, actor = this.admin): Promise<Answer> =>
    actor.get(`/v2/enrollments?${query}`);
  /** The events about an enrollment that webhooks receive, oldest first. */
  readonly listEvents = (id: number) =>
    this.api.db.many<{ type: string; data: string }>(sql`
      select type, data from learning.outbox where object_type = 'enrollment' and object_id = ${id}
       order by id`);
  readonly listTypes = async (id: number): Promise<string[]> =>
    (await this.listEvents(id)).map(({ type }) => type);
}

/** Starts the portal before the tests of a file and stops it after them. */
export function useEnrollmentsPortal(): EnrollmentsPortal {
  const portal = new EnrollmentsPortal();
  beforeAll(() => portal.start());
  afterAll(() => portal.stop());
  return portal;
}
