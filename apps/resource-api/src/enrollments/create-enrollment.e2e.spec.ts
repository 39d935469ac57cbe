import { sql } from '@app/database';
import { anyWireTime } from '@app/testing';
import { useEnrollmentsPortal } from '../../test/enrollments-portal.js';

const portal = useEnrollmentsPortal();
const { api, lo, person, enroll, enrolled, award, detail, listEvents, listTypes, list } = portal;

/** The time used in the contract's examples, 2026-03-31. */
const day = 1774915200;
const wire = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00');

describe('POST /v2/enrollments', () => {
  it('enrolls a user in a learning object: not-started, all other fields empty', async () => {
    const { id: user_id } = await person();
    const { status, body } = await enroll({ user_id, lo_id: lo('t0') });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      user_id,
      lo_id: lo('t0'),
      parent_lo_id: null,
      parent_enrollment_id: null,
      type: 'enrollment',
      status: 'not-started',
      result: null,
      pass: null,
      created_time: anyWireTime(),
      updated_time: anyWireTime(),
      start_date: null,
      end_date: null,
      due_date: null,
      timestamp: Date.parse(body.updated_time) / 1000,
      award_required: [],
    });
  });

  it('accepts status, dates, result, pass, parent_enrollment_id and enrollment_type', async () => {
    const learner = await person();
    const parent_enrollment_id = await enrolled('course', {}, learner);
    const { status, body } = await enroll({
      user_id: learner.id,
      lo_id: lo('one'),
      status: 'completed',
      due_date: day,
      start_date: day - 86_400,
      end_date: day - 3_600,
      result: 77.5,
      pass: false,
      parent_enrollment_id,
      enrollment_type: 'assigned',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'completed',
      due_date: wire(day),
      start_date: wire(day - 86_400),
      end_date: wire(day - 3_600),
      result: 77.5,
      pass: false,
      parent_enrollment_id,
      parent_lo_id: lo('course'),
      type: 'assigned',
    });
  });

  it('publishes enrolment.create, with pass as 1 or 0 and completed_time', async () => {
    const id = await enrolled('t0', { status: 'completed', end_date: day });
    const [event] = await listEvents(id);
    expect([event!.type, JSON.parse(event!.data)]).toEqual([
      'enrolment.create',
      expect.objectContaining({ id, pass: 1, end_date: wire(day), completed_time: wire(day) }),
    ]);
  });

  it('enrolls the token’s own account without user_id; 400 for an application', async () => {
    const ownAnswer = await enroll({ lo_id: lo('t1') }, portal.learner);
    expect([ownAnswer.status, ownAnswer.body.user_id]).toEqual([201, portal.learner.id]);
    const refused = await enroll({ lo_id: lo('t1') }, await api.application(portal.admin.portal));
    expect([refused.status, refused.body.additional_errors[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'user_id', error_code: 'required' }),
    ]);
  });

  it('answers 409 enrollment_exists with its id', async () => {
    const learner = await person();
    const id = await enrolled('t2', {}, learner);
    const { status, body } = await enroll({ user_id: learner.id, lo_id: lo('t2') });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error_code: 'enrollment_exists', enrollment_id: id, id }),
    ]);
  });

  it('?re-enroll=true archives the live one and creates a new one', async () => {
    const learner = await person();
    const id = await enrolled('t2', { status: 'completed' }, learner);
    const again = await enroll({ user_id: learner.id, lo_id: lo('t2') }, portal.admin, '?re-enroll=true');
    expect([again.status, again.body.status]).toEqual([201, 'not-started']);
    expect(again.body.id).not.toBe(id);
    expect(await listTypes(id)).toEqual(['enrolment.create', 'enrolment.delete']);
    const { body } = await list(`user_id=${learner.id}&lo_ids=${lo('t2')}`);
    expect(body.hits.map((hit: { id: number }) => hit.id)).toEqual([again.body.id]);
    const none = await enroll(
      { user_id: (await person()).id, lo_id: lo('t2') },
      portal.admin,
      '?re-enroll=1',
    );
    expect(none.status).toBe(201);
  });

  it('keeps a live completion when an earlier one arrives with ?re-enroll=true, as history without an event', async () => {
    const learner = await person();
    const id = await enrolled('t4', { status: 'completed', end_date: 1_774_915_200 }, learner);
    const late = { user_id: learner.id, lo_id: lo('t4'), status: 'completed', end_date: 1_743_379_200 };
    const { status, body } = await enroll(late, portal.admin, '?re-enroll=true');
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        status: 'completed',
        pass: true,
        end_date: '2025-03-31T00:00:00+00:00',
        archived_time: expect.any(String),
        archived_by: portal.admin.id,
        archived_because: 're-enrolled',
      }),
    ]);
    expect(await listTypes(body.id)).toEqual([]);
    expect(await listTypes(id)).toEqual(['enrolment.create']);
    expect((await list(`user_id=${learner.id}&archived=true`)).body.hits).toEqual([body]);
    expect((await detail(id)).body.end_date).toBe('2026-03-31T00:00:00+00:00');
    const hours = sql`
      select sum(created)::int from learning.enrollment_hour_changes where portal_id = ${portal.admin.portal.id}`;
    const before = await api.db.value(hours);
    expect((await enroll(late, portal.admin, '?re-enroll=true')).status).toBe(201);
    expect(await api.db.value(hours)).toBe(before);
    const newer = await enroll({ ...late, end_date: 1_774_915_201 }, portal.admin, '?re-enroll=true');
    expect(newer.body).not.toHaveProperty('archived_time');
    expect((await detail(id)).status).toBe(404);
  });

  it('leaves one live after ten concurrent re-enrollments; a 409 names one created in the meantime', async () => {
    const learner = await person();
    const first = await enrolled('t2', {}, learner);
    const wish = { user_id: learner.id, lo_id: lo('t2') };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => enroll(wish, portal.admin, '?re-enroll=true')),
    );
    expect((await list(`user_id=${learner.id}`)).body.total).toBe(1);
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    const named = answers.filter(({ status }) => status === 409).map(({ body }) => body.enrollment_id);
    expect([created.length + named.length, named.includes(first)]).toEqual([10, false]);
    expect(created).toEqual(expect.arrayContaining(named));
  });

  it('enrolls in a course only, not in its contents', async () => {
    const learner = await person();
    await enrolled('course', {}, learner);
    expect((await list(`user_id=${learner.id}`)).body.total).toBe(1);
  });

  it('creates one enrollment from fifty parallel identical requests', async () => {
    const { id } = await person();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => enroll({ user_id: id, lo_id: lo('t3') })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  it('answers 404 to an unknown, hidden or retired learning object, and to an unknown or closed user', async () => {
    const { id: user_id } = await person();
    const gone = await person();
    expect((await portal.admin.delete(`/v2/users/${gone.id}`)).status).toBe(204);
    await portal.seed.provider('hidden', (await api.portal()).id);
    const ids = await portal.seed.load([
      { provider: 'hidden', external_id: 'theirs', type: 'text', title: 'Theirs' },
      { provider: 'own', external_id: 'retired', type: 'text', title: 'Retired' },
    ]);
    const retired = ids.get('own retired')!;
    await portal.admin.delete(`/v2/learning-objects/${retired}`);
    for (const body of [
      { user_id, lo_id: 999_999 },
      { user_id, lo_id: ids.get('hidden theirs')! },
      { user_id, lo_id: retired },
      { user_id: 999_999, lo_id: lo('t0') },
      { user_id: gone.id, lo_id: lo('t0') },
    ]) {
      const { status, body: answer } = await enroll(body);
      expect([body, status, answer.error_code]).toEqual([body, 404, 'not_found']);
    }
  });

  it('answers 403 licence_required to priced premium content without a licence', async () => {
    const wish = { user_id: (await person()).id, lo_id: lo('market dear') };
    const refused = await enroll(wish);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'licence_required']);
    const dear = { provider: 'market', external_id: 'dear' };
    await portal.seed.licence(portal.admin.portal.id, dear, 5);
    expect((await enroll(wish)).status).toBe(201);
  });

  it('allows learners to send only the learning object and a status, for themselves', async () => {
    const learner = await person();
    for (const field of [
      { result: 100 },
      { pass: true },
      { due_date: day },
      { start_date: day },
      { end_date: day },
      { parent_enrollment_id: null },
      { enrollment_type: 'own' },
    ]) {
      const { status, body } = await enroll({ lo_id: lo('t4'), ...field }, learner);
      expect([field, status, body.error_code]).toEqual([field, 403, 'role_required']);
    }
    const otherAnswer = await enroll({ user_id: portal.other.id, lo_id: lo('t4') }, learner);
    expect(otherAnswer.status).toBe(404);
    expect((await enroll({ lo_id: lo('t4'), status: 'completed' }, learner)).status).toBe(201);
  });

  it.each<[field: string, change: object]>([
    ['lo_id', { lo_id: undefined }],
    ['lo_id', { lo_id: 'x' }],
    ['lo_id', { lo_id: 0 }],
    ['lo_id', { lo_id: 2_147_483_648 }],
    ['user_id', { user_id: 'me' }],
    ['status', { status: 'done' }],
    ['status', { status: '' }],
    ['due_date', { due_date: 'tomorrow' }],
    ['due_date', { due_date: -1 }],
    ['start_date', { start_date: '1,5' }],
    ['end_date', { end_date: 999_999_999_999 }],
    ['end_date', { start_date: day, end_date: day - 1 }],
    ['end_date', { status: 'in-progress', end_date: 946_684_800 }],
    ['result', { result: 100.1 }],
    ['result', { result: -1 }],
    ['pass', { pass: 'maybe' }],
    ['parent_enrollment_id', { parent_enrollment_id: 999_999 }],
    ['enrollment_type', { enrollment_type: 'Two Words' }],
  ])('answers 400 naming %s to %j', async (path, change) => {
    const { id: user_id } = await person();
    const { status, body } = await enroll({ user_id, lo_id: lo('t5'), ...change });
    expect([status, body.error_code, body.additional_errors[0].path]).toEqual([
      400,
      'validation_failed',
      path,
    ]);
    expect((await list(`user_id=${user_id}`)).body.total).toBe(0);
  });

  it('answers 400 to a parent of another person, an application as learner, and a re-enroll that is not a boolean', async () => {
    const { id: user_id } = await person();
    const parent_enrollment_id = await enrolled('course');
    const application = await api.application(portal.admin.portal);
    for (const [path, answer] of [
      ['parent_enrollment_id', await enroll({ user_id, lo_id: lo('one'), parent_enrollment_id })],
      ['user_id', await enroll({ user_id: application.id, lo_id: lo('t0') })],
      ['re-enroll', await enroll({ user_id, lo_id: lo('t0') }, portal.admin, '?re-enroll=maybe')],
    ] as const) {
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, path]);
    }
  });
});

describe('POST /v2/enrollments/award', () => {
  it('creates an award enrollment with a due date', async () => {
    const { id: user_id } = await person();
    const wish = { award_id: lo('award'), user_id, due_date: day };
    const { status, body } = await award(wish, portal.manager);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        user_id,
        lo_id: lo('award'),
        type: 'award',
        status: 'not-started',
        due_date: wire(day),
        award_required: [],
      }),
    ]);
    expect(await listTypes(body.id)).toEqual(['enrolment.create']);
  });

  it('has no due date by default, and answers 409 enrollment_exists the second time', async () => {
    const wish = { award_id: lo('award'), user_id: (await person()).id };
    const first = await award(wish);
    expect([first.status, first.body.due_date]).toEqual([201, null]);
    const second = await award(wish);
    expect([second.status, second.body.error_code, second.body.enrollment_id]).toEqual([
      409,
      'enrollment_exists',
      first.body.id,
    ]);
  });

  it.each<[path: string, change: () => object]>([
    ['award_id', () => ({ award_id: undefined })],
    ['award_id', () => ({ award_id: lo('t0') })],
    ['user_id', () => ({ user_id: undefined })],
    ['user_id', () => ({ user_id: 'x' })],
    ['due_date', () => ({ due_date: '2026-03-31' })],
  ])('answers 400 naming %s (%#)', async (path, change) => {
    const wish = { award_id: lo('award'), user_id: (await person()).id, ...change() };
    const { status, body } = await award(wish);
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
  });

  it('answers 404 to an unknown award and to a person the caller may not see, 403 to learners', async () => {
    const { id: user_id } = await person();
    expect((await award({ award_id: 999_999, user_id })).status).toBe(404);
    const unseen = await award({ award_id: lo('award'), user_id: portal.other.id }, portal.manager);
    expect(unseen.status).toBe(404);
    const refused = await award({ award_id: lo('award'), user_id: portal.learner.id }, portal.learner);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'role_required']);
  });
});
