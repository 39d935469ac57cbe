import { statementTexts } from '@app/testing';
import { nothingYet, type EnrollmentRow } from './enrollment.fields.js';
import { findLiveEnrollment, insertEnrollment, saveEnrollment } from './enrollment.queries.js';

const row: EnrollmentRow = {
  ...nothingYet,
  id: 501,
  portal_id: 1,
  account_id: 12,
  lo_id: 77,
  lo_title: 'First aid',
  parent_lo_id: null,
  parent_enrollment_id: null,
  type: 'enrollment',
  created_time: new Date('2026-01-31T06:29:13Z'),
  updated_time: new Date('2026-01-31T06:29:13Z'),
  award_required: [],
  supervised: false,
  archived_time: null,
  archived_by: null,
  archived_because: null,
};

it('generates the statements of enrollments from the list of their fields', async () => {
  const texts = await statementTexts(async (tx) => {
    await insertEnrollment(tx, row);
    await saveEnrollment(tx, row);
    await findLiveEnrollment(tx, 1, 12, 77);
  });
  expect(texts.join('\n\n')).toMatchSnapshot();
});
