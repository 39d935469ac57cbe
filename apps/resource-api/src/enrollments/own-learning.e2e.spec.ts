import { useEnrollmentsPortal } from '../../test/enrollments-portal.js';

const portal = useEnrollmentsPortal();
const { lo, person, enroll, enrolled, award, patch, detail, list } = portal;

const again = '?re-enroll=true';
const remove = (id: number, actor = portal.admin) => actor.delete(`/v2/enrollments/${id}`);

/** A manager managed by another manager. */
const createManager = () =>
  portal.api.account(portal.admin.portal, { roles: ['Manager'], managers: [portal.manager.id] });

describe('an award', () => {
  it.each(['not-started', 'completed'])(
    'cannot be claimed by a learner as an enrollment (%s)',
    async (status) => {
      const learner = await person();
      const refused = await enroll({ lo_id: lo('award'), status }, learner);
      expect([refused.status, refused.body.error_code]).toEqual([403, 'role_required']);
      expect((await list(`user_id=${learner.id}`)).body.total).toBe(0);
    },
  );

  it('cannot be completed by its learner, but can be started', async () => {
    const learner = await person();
    const { id } = (await award({ award_id: lo('award'), user_id: learner.id })).body;
    const refused = await patch(id, { status: 'completed' }, learner);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'role_required']);
    expect((await patch(id, { status: 'in-progress' }, learner)).status).toBe(200);
    expect((await patch(id, { status: 'completed' }, portal.manager)).status).toBe(200);
  });

  it('cannot be completed under another enrollment type either', async () => {
    const learner = await person();
    const id = await enrolled('award', { enrollment_type: 'enrollment' }, learner);
    expect((await patch(id, { status: 'completed' }, learner)).status).toBe(403);
  });

  it('is completed by its requirements, regardless of who completes those', async () => {
    const learner = await person();
    const { id } = (await award({ award_id: lo('award'), user_id: learner.id })).body;
    await patch(id, { award_required: [lo('t0')] });
    expect((await enroll({ lo_id: lo('t0'), status: 'completed' }, learner)).status).toBe(201);
    expect((await detail(id)).body.status).toBe('completed');
  });

  it('can be given by managers to the people they manage, but not to themselves', async () => {
    const manager = await createManager();
    for (const answer of [
      await award({ award_id: lo('award'), user_id: manager.id }, manager),
      await enroll({ lo_id: lo('award') }, manager),
    ])
      expect([answer.status, answer.body.error_code]).toEqual([403, 'role_required']);
    const awarded = await award({ award_id: lo('award'), user_id: manager.id }, portal.manager);
    expect(awarded.status).toBe(201);
    for (const change of [{ status: 'completed' }, { award_required: [] }, { pass: true }])
      expect((await patch(awarded.body.id, change, manager)).status).toBe(403);
  });

  it('can be given by administrators to themselves too', async () => {
    const admin = await portal.api.administrator(portal.admin.portal);
    expect((await award({ award_id: lo('award'), user_id: admin.id }, admin)).status).toBe(201);
  });
});

describe('a grade', () => {
  it('cannot be given by managers to themselves, neither when enrolling nor later', async () => {
    const manager = await createManager();
    for (const grade of [{ result: 100 }, { pass: true }, { result: null }])
      expect((await enroll({ lo_id: lo('t1'), ...grade }, manager)).body.error_code).toBe('role_required');
    const ownAnswer = await enroll({ lo_id: lo('t1'), due_date: 1774915200 }, manager);
    expect(ownAnswer.status).toBe(201);
    for (const grade of [{ result: 100 }, { pass: true }, { award_required: [lo('t2')] }])
      expect((await patch(ownAnswer.body.id, grade, manager)).body.error_code).toBe('role_required');
    expect((await patch(ownAnswer.body.id, { due_date: null }, manager)).status).toBe(200);
    expect((await patch(ownAnswer.body.id, { result: 100 }, portal.manager)).status).toBe(200);
  });

  it('set by another person stays when the learner completes', async () => {
    const learner = await person();
    const { id } = (await enroll({ lo_id: lo('t1') }, learner)).body;
    await patch(id, { status: 'in-progress', pass: false, result: 12 });
    const { body } = await patch(id, { status: 'completed' }, learner);
    expect(body).toMatchObject({ status: 'completed', pass: false, result: 12 });
  });

  it('prevents starting again: 403 for the learner, and it is kept', async () => {
    const learner = await person();
    const { id } = (await enroll({ lo_id: lo('t1'), status: 'in-progress' }, learner)).body;
    await patch(id, { status: 'completed', pass: false, result: 12 });
    for (const status of ['completed', 'not-started']) {
      const refused = await enroll({ lo_id: lo('t1'), status }, learner, again);
      expect([refused.status, refused.body.error_code]).toEqual([403, 'role_required']);
    }
    expect((await detail(id)).body).toMatchObject({ pass: false, result: 12 });
    expect((await enroll({ user_id: learner.id, lo_id: lo('t1') }, portal.manager, again)).status).toBe(201);
  });
});

describe('POST /v2/enrollments?re-enroll=true by the learner', () => {
  it('restarts only from not-started, if no other person was involved (contract 4.22)', async () => {
    const learner = await person();
    const first = await enroll({ lo_id: lo('t2'), status: 'completed' }, learner, again);
    expect(first.status).toBe(201);
    for (const status of ['in-progress', 'completed']) {
      const refused = await enroll({ lo_id: lo('t2'), status }, learner, again);
      expect([refused.status, refused.body.error_code]).toEqual([403, 'role_required']);
    }
    const second = await enroll({ lo_id: lo('t2') }, learner, again);
    expect([second.status, second.body.status]).toEqual([201, 'not-started']);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it.each<[what: string, change: object]>([
    ['assigned', {}],
    ['given a due date', { due_date: 1774915200 }],
    ['graded', { result: 90, pass: true }],
    ['completed', { status: 'completed' }],
  ])('is 403 for an enrollment that another person has %s, also later', async (_, change) => {
    const learner = await person();
    await enrolled('t3', change, learner);
    const ownToken = (await enroll({ lo_id: lo('t4') }, learner)).body.id;
    const isChanged = Object.keys(change).length > 0;
    if (isChanged) await patch(ownToken, change, portal.manager);
    expect((await enroll({ lo_id: lo('t3') }, learner, again)).body.error_code).toBe('role_required');
    expect((await enroll({ lo_id: lo('t4') }, learner, again)).status).toBe(isChanged ? 403 : 201);
  });

  it('stays refused when the grade has been removed', async () => {
    const learner = await person();
    const { id } = (await enroll({ lo_id: lo('t4') }, learner)).body;
    await patch(id, { due_date: 1774915200 });
    await patch(id, { due_date: null });
    expect((await enroll({ lo_id: lo('t4') }, learner, again)).status).toBe(403);
  });

  it('applies to a manager’s own learning as well, and so does deleting it', async () => {
    const manager = await createManager();
    const ownToken = (await enroll({ lo_id: lo('t5') }, manager)).body.id;
    expect((await enroll({ lo_id: lo('t5') }, manager, again)).status).toBe(201);
    const graded = await enrolled('t6', { status: 'completed', pass: false }, manager);
    expect((await enroll({ lo_id: lo('t6') }, manager, again)).status).toBe(403);
    expect((await remove(graded, manager)).body.error_code).toBe('role_required');
    expect((await remove(graded, portal.manager)).status).toBe(204);
    expect((await remove(ownToken, manager)).status).toBe(404);
  });

  it('never loses a grade that arrives at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const learner = await person();
      const { id } = (await enroll({ lo_id: lo('t7') }, learner)).body;
      const [graded, began] = await Promise.all([
        patch(id, { pass: false, result: 3 }),
        enroll({ lo_id: lo('t7') }, learner, again),
      ]);
      // either the grade was first and stays, or there was nothing left to grade
      expect([
        [200, 403],
        [404, 201],
      ]).toContainEqual([graded.status, began.status]);
    }
  });
});
