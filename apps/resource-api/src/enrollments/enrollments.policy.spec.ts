import { Actor } from '@app/access';
import type { Role } from '@app/contracts';
import { Forbidden } from '@app/kernel';
import { assertMayWrite } from './enrollments.policy.js';
import { CreateEnrollmentBody, UpdateEnrollmentBody } from './enrollments.schema.js';

const OWN = 7;
const actor = (role: Role) =>
  new Actor({ client_id: 'app', scopes: [], roles: [role], user: { id: OWN } } as never);

/** The learner and the object are not fields that can be written. */
const { lo_id: _, user_id: __, ...creation } = CreateEnrollmentBody.shape;
const fields = [...new Set([...Object.keys(creation), ...Object.keys(UpdateEnrollmentBody.shape)])];
const beyondStatus = fields.filter((name) => name !== 'status');

describe('fields of an enrollment that learners may write', () => {
  it('there are fields other than status', () => {
    expect(beyondStatus).toEqual(expect.arrayContaining(['due_date', 'award_required', 'enrollment_type']));
  });

  it.each(['Learner', 'Content administrator'] as const)('a %s may write status', (role) => {
    expect(() => assertMayWrite(actor(role), OWN, { status: 'completed' })).not.toThrow();
  });

  it.each(beyondStatus)('they may not write %s, or clear it', (name) => {
    for (const value of [null, 0, '']) {
      expect(() => assertMayWrite(actor('Learner'), OWN, { [name]: value })).toThrow(Forbidden);
      expect(() => assertMayWrite(actor('Manager'), OWN + 1, { [name]: value })).not.toThrow();
    }
  });
});
