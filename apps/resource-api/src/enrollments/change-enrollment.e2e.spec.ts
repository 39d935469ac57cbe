import { sql } from '@app/database';
import { useEnrollmentsPortal } from '../../test/enrollments-portal.js';

const portal = useEnrollmentsPortal();
const { api, lo, person, enroll, enrolled, patch, detail, award, listEvents, listTypes } = portal;

const day = 1774915200;
const wire = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');

describe('PATCH /v2/enrollments/{enrollment-id}', () => {
  it('changes sent fields, keeps the others, and returns the detail', async () => {
    const learner = await person();
    const parent_enrollment_id = await enrolled('course', {}, learner);
    const id = await enrolled('t0', {}, learner);
    const changes: [sent: object, shown: object][] = [
      [{ due_date: day }, { due_date: wire(day) }],
      [{ start_date: day - 500 }, { start_date: wire(day - 500) }],
      [{ end_date: day - 100 }, { end_date: wire(day - 100) }],
      [{ result: 92.5 }, { result: 92.5 }],
      [{ pass: false }, { pass: false }],
      [{ enrollment_type: 'assigned' }, { type: 'assigned' }],
      [{ parent_enrollment_id }, { parent_enrollment_id, parent_lo_id: lo('course') }],
      [{ award_required: [lo('t1'), lo('t2')] }, { award_required: [lo('t1'), lo('t2')] }],
      [{ status: 'in-progress' }, { status: 'in-progress' }],
    ];
    let expectedFields: object = { id, user_id: learner.id, lo_id: lo('t0'), goals: [] };
    for (const [sent, shown] of changes) {
      expectedFields = { ...expectedFields, ...shown };
      const { status, body } = await patch(id, sent);
      expect([status, body]).toEqual([200, expect.objectContaining(expectedFields)]);
      expect((await detail(id)).body).toEqual(body);
    }
    expect((await listTypes(id)).slice(1)).toEqual(changes.map(() => 'enrolment.update'));
  });

  it('clears with null: dates, result, pass, parent', async () => {
    const learner = await person();
    const parent_enrollment_id = await enrolled('course', {}, learner);
    const sentFields = {
      due_date: day,
      start_date: day,
      end_date: day,
      result: 1,
      pass: true,
      parent_enrollment_id,
    };
    const id = await enrolled('one', sentFields, learner);
    const nothing = Object.fromEntries(Object.keys(sentFields).map((name) => [name, null]));
    expect((await patch(id, nothing)).body).toMatchObject({ ...nothing, parent_lo_id: null });
  });

  it('completes: sets start_date, end_date, and pass unless it is given', async () => {
    const id = await enrolled('t0');
    const { body } = await patch(id, { status: 'completed' });
    expect(body).toMatchObject({ status: 'completed', pass: true });
    expect(body.end_date).toBe(body.start_date);
    const event = JSON.parse((await listEvents(id)).at(-1)!.data);
    expect(event).toMatchObject({ pass: 1, completed_time: body.end_date });
    const failed = await enrolled('t0', { status: 'in-progress' });
    expect((await patch(failed, { status: 'completed', pass: false })).body.pass).toBe(false);
  });

  it('accepts the current status: other fields apply', async () => {
    const id = await enrolled('t0', { status: 'completed', end_date: day });
    const { status, body } = await patch(id, { status: 'completed', result: 10 });
    expect([status, body]).toEqual([200, expect.objectContaining({ end_date: wire(day), result: 10 })]);
  });

  it('answers 409 invalid_transition to a step backwards, and changes nothing', async () => {
    for (const [from, to] of [
      ['in-progress', 'not-started'],
      ['completed', 'not-started'],
    ]) {
      const id = await enrolled('t0', { status: from });
      const { status, body } = await patch(id, { status: to, result: 5 });
      expect([status, body.error_code]).toEqual([409, 'invalid_transition']);
      expect((await detail(id)).body).toMatchObject({ status: from, result: null });
    }
  });

  it('answers 409 naming reopen=true to a late in-progress, which does not undo the completion', async () => {
    const id = await enrolled('t0', { status: 'completed', end_date: day, result: 80 });
    const { status, body } = await patch(id, { status: 'in-progress', result: 10 });
    expect([status, body.error_code, body.message]).toEqual([
      409,
      'invalid_transition',
      expect.stringContaining('reopen=true'),
    ]);
    const kept = { status: 'completed', end_date: wire(day), pass: true, result: 80 };
    expect((await detail(id)).body).toMatchObject(kept);
    expect(await listTypes(id)).toEqual(['enrolment.create']);
  });

  it('allows only administrators to reopen a completed enrollment, which clears end_date and pass', async () => {
    const id = await enrolled('t0', { status: 'completed', result: 80 });
    expect((await patch(id, { status: 'in-progress' }, portal.manager, '?reopen=true')).status).toBe(409);
    expect((await patch(id, { status: 'not-started' }, portal.admin, '?reopen=true')).status).toBe(409);
    const { body } = await patch(id, { status: 'in-progress' }, portal.admin, '?reopen=true');
    expect(body).toMatchObject({ status: 'in-progress', end_date: null, pass: null, result: 80 });
  });

  it('allows learners to change only the status of their own', async () => {
    const learner = await person();
    const id = await enrolled('t0', {}, learner);
    expect((await patch(id, { status: 'in-progress' }, learner)).status).toBe(200);
    for (const field of ['due_date', 'start_date', 'end_date', 'result'])
      expect((await patch(id, { [field]: 1 }, learner)).body.error_code).toBe('role_required');
    for (const more of [{ pass: true }, { award_required: [] }, { enrollment_type: 'x' }])
      expect((await patch(id, more, learner)).status).toBe(403);
    expect((await patch(id, { status: 'completed' }, portal.other)).status).toBe(404);
    expect((await patch(id, { due_date: day }, portal.manager)).status).toBe(200);
  });

  it.each<[path: string, change: object]>([
    ['status', { status: 'done' }],
    ['due_date', { due_date: 'soon' }],
    ['start_date', { start_date: -5 }],
    ['end_date', { start_date: day, end_date: day - 1 }],
    ['end_date', { status: 'in-progress', end_date: day - 86_400 * 365 * 50 }],
    ['award_required', { award_required: [999_999] }],
    ['result', { result: 101 }],
    ['pass', { pass: 'yes' }],
    ['parent_enrollment_id', { parent_enrollment_id: 999_999 }],
    ['enrollment_type', { enrollment_type: 'A B' }],
    ['award_required', { award_required: 5 }],
    ['award_required.0', { award_required: ['x'] }],
    ['award_required.1', { award_required: [1, 0] }],
    ['award_required', { award_required: Array.from({ length: 1001 }, () => 1) }],
  ])('answers 400 naming %s (%#)', async (path, change) => {
    const id = await enrolled('t0');
    const { status, body } = await patch(id, change);
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
    expect(await listTypes(id)).toEqual(['enrolment.create']);
  });

  it('answers 400 to an award_required that names its own object', async () => {
    const id = await enrolled('award');
    const refused = await patch(id, { award_required: [lo('t1'), lo('award')] });
    expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, 'award_required']);
    expect((await patch(id, { award_required: [lo('t1')] })).status).toBe(200);
  });

  it('answers 400 to itself as parent, 404 to an unknown or archived enrollment', async () => {
    const id = await enrolled('t0');
    const refused = await patch(id, { parent_enrollment_id: id });
    expect([refused.status, refused.body.additional_errors[0].path]).toEqual([400, 'parent_enrollment_id']);
    expect((await patch(999_999, {})).status).toBe(404);
    await portal.admin.delete(`/v2/enrollments/${id}`);
    expect((await patch(id, {})).status).toBe(404);
  });
});

describe('completing every required item of a course', () => {
  it('completes the course enrollment, through required modules, and emits an event', async () => {
    const learner = await person();
    const course = await enrolled('course', {}, learner);
    const one = await enrolled('one', { parent_enrollment_id: course }, learner);
    const two = await enrolled('two', {}, learner);
    await patch(one, { status: 'completed' });
    expect((await detail(course)).body.status).toBe('not-started');
    await patch(two, { status: 'completed' }, learner);
    expect((await detail(course)).body).toMatchObject({ status: 'completed', pass: true });
    expect(await listTypes(course)).toEqual(['enrolment.create', 'enrolment.update']);
  });

  it('completes it once when the last two items are completed in parallel', async () => {
    for (let round = 0; round < 8; round += 1) {
      const learner = await person();
      const course = await enrolled('course', {}, learner);
      const items = [await enrolled('one', {}, learner), await enrolled('two', {}, learner)];
      await Promise.all(items.map((id) => patch(id, { status: 'completed' })));
      expect((await detail(course)).body.status).toBe('completed');
      expect(await listTypes(course)).toEqual(['enrolment.create', 'enrolment.update']);
    }
  });

  it('counts items that are already completed when they are enrolled in', async () => {
    const learner = await person();
    const course = await enrolled('course', {}, learner);
    await enrolled('one', { status: 'completed' }, learner);
    await enrolled('two', { status: 'completed' }, learner);
    expect((await detail(course)).body.status).toBe('completed');
  });

  it('completes an award when all of its award_required are completed', async () => {
    const learner = await person();
    const { id } = (await award({ award_id: lo('award'), user_id: learner.id })).body;
    await patch(id, { award_required: [lo('t1'), lo('t2')] });
    await enrolled('t1', { status: 'completed' }, learner);
    expect((await detail(id)).body.status).toBe('not-started');
    const second = await enrolled('t2', {}, learner);
    await patch(second, { status: 'completed' });
    expect((await detail(id)).body.status).toBe('completed');
  });

  describe('setting award_required when all of it is already completed', () => {
    const awardToPerson = async () => {
      const learner = await person();
      const { id } = (await award({ award_id: lo('award'), user_id: learner.id })).body;
      return { learner, id: id as number };
    };

    it('completes the award with that change, with one event', async () => {
      const { learner, id } = await awardToPerson();
      for (const item of ['t1', 't2']) await enrolled(item, { status: 'completed' }, learner);
      const missing = await patch(id, { award_required: [lo('t1'), lo('t3')] });
      expect(missing.body).toMatchObject({ status: 'not-started', end_date: null });
      const { body } = await patch(id, { award_required: [lo('t1'), lo('t2')] });
      expect(body).toMatchObject({ status: 'completed', pass: true, end_date: expect.any(String) });
      expect(body.award_required).toEqual([lo('t1'), lo('t2')]);
      expect(await listTypes(id)).toEqual(['enrolment.create', 'enrolment.update', 'enrolment.update']);
    });

    it('completes awards that were waiting for this one', async () => {
      const { learner, id } = await awardToPerson();
      const above = await enrolled('t5', {}, learner);
      await patch(above, { award_required: [lo('award')] });
      await enrolled('t1', { status: 'completed' }, learner);
      await patch(id, { award_required: [lo('t1')] });
      expect((await detail(above)).body.status).toBe('completed');
    });

    it('keeps a sent status, and does not complete an award without requirements', async () => {
      const { learner, id } = await awardToPerson();
      await enrolled('t1', { status: 'completed' }, learner);
      const { body } = await patch(id, { status: 'in-progress', award_required: [lo('t1')] });
      expect(body.status).toBe('in-progress');
      expect((await patch(id, { award_required: [] })).body.status).toBe('in-progress');
    });

    it.each(['enrolled as completed', 'completed'])(
      'completes it even when the last one is %s in the meantime',
      async (how) => {
        for (let round = 0; round < 8; round += 1) {
          const { learner, id } = await awardToPerson();
          const item = how === 'completed' ? await enrolled('t1', {}, learner) : undefined;
          const answers = await Promise.all([
            patch(id, { award_required: [lo('t1')] }),
            item === undefined
              ? enroll({ lo_id: lo('t1'), user_id: learner.id, status: 'completed' })
              : patch(item, { status: 'completed' }),
          ]);
          expect(answers.map(({ status }) => status)).toEqual([200, item === undefined ? 201 : 200]);
          expect((await detail(id)).body.status).toBe('completed');
        }
      },
    );
  });
});

describe('POST /v2/enrollments/{enrollment-id}/goal', () => {
  const link = (id: number, json: object, actor = portal.admin) =>
    actor.post(`/v2/enrollments/${id}/goal`, json);

  it('links the enrollment to a goal, with or without a value, and returns it in the detail', async () => {
    const id = await enrolled('t0');
    const first = await link(id, { goal_id: 9 });
    expect([first.status, first.body.goals]).toEqual([200, [{ goal_id: 9, value: null }]]);
    await link(id, { goal_id: 4, value: 2 });
    const again = await link(id, { goal_id: 9, value: 0.5 });
    const goals = [
      { goal_id: 4, value: 2 },
      { goal_id: 9, value: 0.5 },
    ];
    expect(again.body).toMatchObject({ id, goals });
    expect((await detail(id)).body.goals).toEqual(goals);
    expect((await listTypes(id)).slice(1)).toEqual(Array.from({ length: 3 }, () => 'enrolment.update'));
  });

  it.each([
    ['goal_id', {}],
    ['goal_id', { goal_id: 0 }],
    ['goal_id', { goal_id: 'nine' }],
    ['value', { goal_id: 9, value: 'half' }],
  ])('answers 400 naming %s to %j', async (path, json) => {
    const { status, body } = await link(await enrolled('t0'), json);
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
  });

  it('answers 404 to an enrollment the caller may not see, 403 to learners', async () => {
    const learner = await person();
    const id = await enrolled('t0', {}, learner);
    expect((await link(999_999, { goal_id: 1 })).status).toBe(404);
    expect((await link(id, { goal_id: 1 }, portal.other)).status).toBe(404);
    expect((await link(id, { goal_id: 1 }, learner)).body.error_code).toBe('role_required');
  });
});

describe('DELETE /v2/enrollments/{enrollment-id}', () => {
  const remove = (id: number, actor = portal.admin) => actor.delete(`/v2/enrollments/${id}`);

  it('archives: removed from lists and detail, reported, kept in the history, and the user can enroll again', async () => {
    const learner = await person();
    const id = await enrolled('t0', {}, learner);
    expect((await remove(id, learner)).status).toBe(403);
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await detail(id)).status).toBe(404);
    expect((await portal.list(`user_id=${learner.id}`)).body.total).toBe(0);
    expect(await listTypes(id)).toEqual(['enrolment.create', 'enrolment.delete']);
    const archived = sql`select 1 from learning.enrollments where id = ${id} and archived_time is not null`;
    expect(await api.db.many(archived)).toHaveLength(1);
    expect((await remove(id)).status).toBe(404);
    expect((await enroll({ user_id: learner.id, lo_id: lo('t0') })).status).toBe(201);
  });

  it('happens to all enrollments of an account with DELETE /v2/users/{user-id}', async () => {
    const gone = await person();
    const ids = [await enrolled('t0', {}, gone), await enrolled('t1', {}, gone)];
    expect((await portal.admin.delete(`/v2/users/${gone.id}`)).status).toBe(204);
    for (const id of ids) {
      expect((await detail(id)).status).toBe(404);
      const last = (await listEvents(id)).at(-1)!;
      expect([last.type, JSON.parse(last.data).user_id]).toEqual(['enrolment.delete', gone.id]);
    }
  });

  it('archives an enrollment that is created while the account is being closed', async () => {
    for (let round = 0; round < 15; round += 1) {
      const gone = await person();
      const [, created] = await Promise.all([
        portal.admin.delete(`/v2/users/${gone.id}`),
        enroll({ user_id: gone.id, lo_id: lo('t0') }),
        enroll({ user_id: gone.id, lo_id: lo('t1') }),
      ]);
      expect([201, 404]).toContain(created.status);
      const live = sql`select id from learning.enrollments where account_id = ${gone.id} and archived_time is null`;
      expect(await api.db.many(live)).toEqual([]);
    }
  });
});
