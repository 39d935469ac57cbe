import { CatalogueSeed, useResourceApi, type TestAccount } from '@app/testing';

describe('Enrollments', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let manager: TestAccount;
  let learner: TestAccount;
  let other: TestAccount;
  let seed: CatalogueSeed;
  let ids: Map<string, number>;
  const lo = (name: string): number => ids.get(`own ${name}`)!;

  beforeAll(async () => {
    const portal = await api.portal();
    admin = await api.administrator(portal);
    manager = await api.account(portal, { roles: ['Manager'] });
    learner = await api.account(portal, { managers: [manager.id] });
    other = await api.account(portal);
    seed = await CatalogueSeed.open(api.database.urls.owner, api.clock);
    await seed.provider('own', portal.id);
    const market = await api.portal();
    await seed.provider('market', market.id);
    const texts = Array.from({ length: 20 }, (_, number) => ({
      provider: 'own',
      external_id: `t${number}`,
      type: 'text' as const,
      title: `Text ${number}`,
    }));
    ids = await seed.load([
      ...texts,
      {
        provider: 'own',
        external_id: 'course',
        type: 'course',
        title: 'A course',
        items: [
          {
            external_id: 'module',
            type: 'module',
            title: 'A module',
            required: true,
            items: [{ external_id: 'one', type: 'text', title: 'One', required: true }],
          },
          { external_id: 'two', type: 'text', title: 'Two', required: true },
          { external_id: 'three', type: 'text', title: 'Three' },
        ],
      },
      { provider: 'own', external_id: 'award', type: 'award', title: 'An award' },
      {
        provider: 'market',
        external_id: 'dear',
        type: 'course',
        title: 'A dear course',
        premium: true,
        pricing: { price: 90, currency: 'EUR' },
      },
    ]);
  });
  afterAll(() => seed.close());

  const enroll = (json: object, token = admin.token, query = '') =>
    api.http.post(`/v2/enrollments${query}`, { token, json });
  const patch = (id: number, json: object, token = admin.token) =>
    api.http.patch(`/v2/enrollments/${id}`, { token, json });
  const list = (query: string, token = admin.token) => api.http.get(`/v2/enrollments?${query}`, { token });
  const eventsOf = (id: number) =>
    api.db.many<{ type: string; data: string }>(
      `select type, data from learning.outbox where object_type = 'enrollment' and object_id = $1 order by id`,
      [id],
    );

  describe('POST /v2/enrollments', () => {
    it('enrolls a user in a learning object and publishes enrolment.create', async () => {
      const { status, body } = await enroll({ user_id: learner.id, lo_id: lo('t0'), due_date: 1774915200 });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        user_id: learner.id,
        lo_id: lo('t0'),
        status: 'not-started',
        result: null,
        pass: null,
        due_date: '2026-03-31T00:00:00+00:00',
        start_date: null,
        parent_lo_id: null,
        award_required: [],
      });
      const [event] = await eventsOf(body.id);
      expect(event!.type).toBe('enrolment.create');
      expect(JSON.parse(event!.data)).toMatchObject({ id: body.id, pass: null, completed_time: null });
    });

    it('is for the token’s own account without user_id, and 400 for an application', async () => {
      const own = await enroll({ lo_id: lo('t1') }, learner.token);
      expect([own.status, own.body.user_id]).toEqual([201, learner.id]);
      const app = await api.application(admin.portal);
      const refused = await enroll({ lo_id: lo('t1') }, app.token);
      expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, 'user_id']);
    });

    it('answers 409 enrollment_exists with its id; ?re-enroll=true archives it and makes a new one', async () => {
      const first = await enroll({ user_id: learner.id, lo_id: lo('t2') });
      const second = await enroll({ user_id: learner.id, lo_id: lo('t2') });
      expect([second.status, second.body.error_code, second.body.enrollment_id]).toEqual([
        409,
        'enrollment_exists',
        first.body.id,
      ]);
      const third = await enroll({ user_id: learner.id, lo_id: lo('t2') }, admin.token, '?re-enroll=true');
      expect(third.status).toBe(201);
      expect(third.body.id).not.toBe(first.body.id);
      expect((await eventsOf(first.body.id)).map((event) => event.type)).toEqual([
        'enrolment.create',
        'enrolment.delete',
      ]);
      expect((await list(`user_id=${learner.id}&lo_ids=${lo('t2')}`)).body.total).toBe(1);
    });

    it('gives fifty parallel identical requests with one Idempotency-Key the same answer', async () => {
      const headers = { 'idempotency-key': 'fifty-at-once' };
      const sent = { token: admin.token, headers, json: { user_id: other.id, lo_id: lo('t12') } };
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => api.http.post('/v2/enrollments', sent)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await eventsOf(answers[0]!.body.id)).toHaveLength(1);
      expect((await list(`lo_ids=${lo('t12')}`)).body.total).toBe(1);
    });

    it('makes one enrollment of fifty parallel identical requests', async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => enroll({ user_id: other.id, lo_id: lo('t3') })),
      );
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
    });

    it('answers 404 to an unknown learning object or user and 403 licence_required to dear premium content', async () => {
      expect((await enroll({ user_id: learner.id, lo_id: 999_999 })).status).toBe(404);
      expect((await enroll({ user_id: 999_999, lo_id: lo('t0') })).status).toBe(404);
      const dear = ids.get('market dear')!;
      const refused = await enroll({ user_id: learner.id, lo_id: dear });
      expect([refused.status, refused.body.error_code]).toEqual([403, 'licence_required']);
      await seed.licence(admin.portal.id, { provider: 'market', external_id: 'dear' }, 5);
      expect((await enroll({ user_id: learner.id, lo_id: dear })).status).toBe(201);
    });

    it('a learner sends nothing but the learning object and a status', async () => {
      const refused = await enroll({ lo_id: lo('t4'), result: 100 }, learner.token);
      expect([refused.status, refused.body.error_code]).toEqual([403, 'role_required']);
      expect((await enroll({ user_id: other.id, lo_id: lo('t4') }, learner.token)).status).toBe(404);
      expect((await enroll({ lo_id: lo('t4'), status: 'completed' }, learner.token)).status).toBe(201);
    });

    it.each([
      ['lo_id', {}],
      ['lo_id', { lo_id: 'x' }],
      ['status', { status: 'done' }],
      ['result', { result: 101 }],
      ['due_date', { due_date: 'tomorrow' }],
      ['parent_enrollment_id', { parent_enrollment_id: 999_999 }],
    ])('refuses a bad %s', async (field, change) => {
      const base = field === 'lo_id' && !('lo_id' in change) ? {} : { lo_id: lo('t5') };
      const { status, body } = await enroll({ user_id: learner.id, ...base, ...change });
      expect(status).toBe(400);
      expect(body.additional_errors[0].path).toBe(field);
    });
  });

  describe('PATCH /v2/enrollments/{enrollment-id}', () => {
    it('completes: end_date, pass and the event’s own fields', async () => {
      const { id } = (await enroll({ user_id: learner.id, lo_id: lo('t6') })).body;
      const { status, body } = await patch(id, { status: 'completed', result: 92.5 });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'completed', pass: true, result: 92.5 });
      expect(body.end_date).not.toBeNull();
      const event = JSON.parse((await eventsOf(id)).at(-1)!.data);
      expect(event).toMatchObject({ pass: 1, completed_time: body.end_date });
    });

    it('answers 409 invalid_transition to a move backwards; an administrator may reopen', async () => {
      const { id } = (await enroll({ user_id: learner.id, lo_id: lo('t7'), status: 'completed' })).body;
      const back = await patch(id, { status: 'not-started' });
      expect([back.status, back.body.error_code]).toEqual([409, 'invalid_transition']);
      expect((await patch(id, { status: 'in-progress' }, manager.token)).status).toBe(409);
      expect((await patch(id, { status: 'in-progress' })).body).toMatchObject({
        status: 'in-progress',
        pass: null,
      });
    });

    it('sets award_required', async () => {
      const { id } = (await enroll({ user_id: learner.id, lo_id: lo('t8') })).body;
      expect((await patch(id, { award_required: [lo('t0')] })).body.award_required).toEqual([lo('t0')]);
      expect((await patch(id, { award_required: ['x'] })).status).toBe(400);
    });

    it('lets learners move their own, and nothing else', async () => {
      const { id } = (await enroll({ user_id: learner.id, lo_id: lo('t9') })).body;
      expect((await patch(id, { status: 'in-progress' }, learner.token)).status).toBe(200);
      expect((await patch(id, { due_date: 1 }, learner.token)).status).toBe(403);
      expect((await patch(id, { status: 'completed' }, other.token)).status).toBe(404);
      expect((await patch(id, { due_date: 1774915200 }, manager.token)).status).toBe(200);
    });

    it('completing every required item of a course completes the course enrollment', async () => {
      const course = (await enroll({ user_id: other.id, lo_id: lo('course') })).body;
      const one = (await enroll({ user_id: other.id, lo_id: lo('one'), parent_enrollment_id: course.id }))
        .body;
      expect(one).toMatchObject({ parent_lo_id: lo('course'), parent_enrollment_id: course.id });
      const two = (await enroll({ user_id: other.id, lo_id: lo('two') })).body;
      await patch(one.id, { status: 'completed' });
      const statusOf = async () =>
        (await api.http.get(`/v2/enrollments/${course.id}`, { token: admin.token })).body.status;
      expect(await statusOf()).toBe('not-started');
      await patch(two.id, { status: 'completed' });
      expect(await statusOf()).toBe('completed');
      expect((await eventsOf(course.id)).map((event) => event.type)).toEqual([
        'enrolment.create',
        'enrolment.update',
      ]);
    });
  });

  describe('GET /v2/enrollments', () => {
    it('answers 403 without user_id when the caller is no portal administrator', async () => {
      for (const token of [manager.token, learner.token]) {
        const { status, body } = await list('', token);
        expect([status, body.error_code]).toEqual([403, 'administrator_required']);
      }
    });

    it('answers 404 to the user_id of a person the caller may not see', async () => {
      expect((await list(`user_id=${other.id}`, learner.token)).status).toBe(404);
      expect((await list(`user_id=${other.id}`, manager.token)).status).toBe(404);
      expect((await list(`user_id=${learner.id}`, manager.token)).status).toBe(200);
    });

    it('filters by status, lo_ids, updated and exclude_child_enrollments, and adds lo with include=lo', async () => {
      const all = await list('include=lo');
      expect(all.body.hits.length).toBe(all.body.total);
      for (const hit of all.body.hits) expect(hit.lo.id).toBe(hit.lo_id);
      const completed = await list('status=completed,not-started');
      expect(completed.body.hits.every((hit: { status: string }) => hit.status !== 'in-progress')).toBe(true);
      expect((await list(`lo_ids=${lo('t0')},${lo('t6')}`)).body.total).toBe(2);
      expect((await list('lo_ids=123456789')).body.total).toBe(0);
      expect((await list('updated=4102444800')).body.total).toBe(0);
      expect((await list('exclude_child_enrollments=1')).body.total).toBe(all.body.total - 1);
      expect((await list('status=done')).status).toBe(400);
    });

    it('sorts last changed first, and pages by cursor oldest change first without a gap', async () => {
      const { body } = await list('');
      const stamps = body.hits.map((hit: { timestamp: number }) => hit.timestamp);
      expect(stamps).toEqual([...stamps].sort((a: number, b: number) => b - a));
      const seen: number[] = [];
      let cursor: string | undefined = '*';
      while (cursor) {
        const page: { hits: { id: number }[]; next_cursor?: string } = (
          await list(`limit=3&cursor=${cursor}`)
        ).body;
        seen.push(...page.hits.map((hit) => hit.id));
        cursor = page.next_cursor;
      }
      expect(seen).toHaveLength(body.total);
      expect(new Set(seen).size).toBe(body.total);
    });
  });

  describe('POST /v2/enrollments/award', () => {
    it('creates an award enrollment with a due date', async () => {
      const answer = await api.http.post('/v2/enrollments/award', {
        token: manager.token,
        json: { award_id: lo('award'), user_id: learner.id, due_date: 1774915200 },
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        lo_id: lo('award'),
        type: 'award',
        due_date: '2026-03-31T00:00:00+00:00',
      });
    });

    it('refuses what is no award, and learners', async () => {
      const award = (award_id: number, token: string) =>
        api.http.post('/v2/enrollments/award', { token, json: { award_id, user_id: learner.id } });
      const wrong = await award(lo('t0'), admin.token);
      expect([wrong.status, wrong.body.additional_errors[0].path]).toEqual([400, 'award_id']);
      expect((await award(lo('award'), learner.token)).status).toBe(403);
    });
  });

  describe('POST /v2/enrollments/{enrollment-id}/goal', () => {
    it('links a goal, again with another value', async () => {
      const { id } = (await enroll({ user_id: learner.id, lo_id: lo('t10') })).body;
      const link = (json: object) =>
        api.http.post(`/v2/enrollments/${id}/goal`, { token: admin.token, json });
      expect((await link({ goal_id: 9 })).body.goals).toEqual([{ goal_id: 9, value: null }]);
      const again = await link({ goal_id: 9, value: 0.5 });
      expect([again.status, again.body.goals]).toEqual([200, [{ goal_id: 9, value: 0.5 }]]);
      expect((await link({ goal_id: 0 })).status).toBe(400);
    });
  });

  describe('DELETE /v2/enrollments/{enrollment-id}', () => {
    it('archives: out of lists, event, and the user may enroll anew', async () => {
      const { id } = (await enroll({ user_id: learner.id, lo_id: lo('t11') })).body;
      expect((await api.http.delete(`/v2/enrollments/${id}`, { token: learner.token })).status).toBe(403);
      expect((await api.http.delete(`/v2/enrollments/${id}`, { token: admin.token })).status).toBe(204);
      expect((await api.http.get(`/v2/enrollments/${id}`, { token: admin.token })).status).toBe(404);
      expect((await eventsOf(id)).at(-1)!.type).toBe('enrolment.delete');
      expect((await enroll({ user_id: learner.id, lo_id: lo('t11') })).status).toBe(201);
    });
  });

  describe('GET /v2/enrollment-aggregates', () => {
    const aggregates = (query: string, token = admin.token) =>
      api.http.get(`/v2/enrollment-aggregates?${query}`, { token });

    it('counts live top-level enrollments, most first', async () => {
      const { status, body } = await aggregates('min_enrollment_count=1');
      expect(status).toBe(200);
      const counts = body.hits.map((hit: { enrollment_count: number }) => hit.enrollment_count);
      expect(counts).toEqual([...counts].sort((a: number, b: number) => b - a));
      for (const hit of body.hits) {
        expect(hit.completed_count + hit.in_progress_count + hit.not_started_count).toBe(
          hit.enrollment_count,
        );
      }
      expect(body.hits.some((hit: { lo_id: number }) => hit.lo_id === lo('one'))).toBe(false);
    });

    it('wants min_enrollment_count or lo_ids[]; both mean both', async () => {
      expect((await aggregates('')).status).toBe(400);
      expect((await aggregates(`lo_ids[]=${lo('t0')}`)).body.total).toBe(1);
      expect((await aggregates(`lo_ids[]=${lo('t0')}&min_enrollment_count=2`)).body.total).toBe(0);
    });

    it('is for administrators', async () => {
      expect((await aggregates('min_enrollment_count=1', manager.token)).status).toBe(403);
    });
  });

  it('DELETE /v2/users/{user-id} archives the enrollments of the account', async () => {
    const gone = await api.account(admin.portal);
    const enrolled = ['t12', 't11'].map(async (name) => enroll({ user_id: gone.id, lo_id: lo(name) }));
    const ids = (await Promise.all(enrolled)).map((answer) => answer.body.id as number);
    expect((await api.http.delete(`/v2/users/${gone.id}`, { token: admin.token })).status).toBe(204);
    for (const id of ids) {
      expect((await api.http.get(`/v2/enrollments/${id}`, { token: admin.token })).status).toBe(404);
      const last = (await eventsOf(id)).at(-1)!;
      expect([last.type, JSON.parse(last.data).user_id]).toEqual(['enrolment.delete', gone.id]);
    }
  });
});
