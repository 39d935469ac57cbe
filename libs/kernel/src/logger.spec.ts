import { errorForLog } from './logger.js';

describe('errorForLog', () => {
  it('shows what went wrong, without the database row involved', () => {
    const error = Object.assign(
      new Error('duplicate key value violates unique constraint "persons_email_key"'),
      {
        code: '23505',
        constraint: 'persons_email_key',
        detail: 'Key (email_key)=(pia@mail.example) already exists.',
        where: 'SQL statement "insert ... pia@mail.example"',
        parameters: ['pia@mail.example'],
      },
    );
    const shown = errorForLog(error);
    expect(shown).toMatchObject({
      type: 'Error',
      code: '23505',
      constraint: 'persons_email_key',
      message: error.message,
    });
    expect(JSON.stringify(shown)).not.toContain('pia@mail.example');
  });
});
