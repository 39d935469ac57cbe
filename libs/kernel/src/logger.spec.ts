import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorForLog } from './logger.js';

describe('a line of the log', () => {
  it('has its level by name', () => {
    const program = `
      const { createLogger } = require('./dist/libs/kernel/src/index.js');
      createLogger({ name: 'x', level: 'info', format: 'json' }).warn('one');`;
    const line = JSON.parse(
      execFileSync(process.execPath, ['--enable-source-maps', '-e', program], { encoding: 'utf8' }),
    ) as object;
    expect(line).toMatchObject({ level: 'warn', msg: 'one' });
  });
});

describe('errorForLog', () => {
  it('contains the message, without the database row', () => {
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

  it('hides the values of errors within errors too', () => {
    const row = Object.assign(new Error('duplicate key'), { detail: 'Key (email_key)=(pia@mail.example)' });
    const shown = errorForLog(Object.assign(new AggregateError([row], 'both failed'), { row }));
    expect(shown).toMatchObject({
      aggregateErrors: [{ message: 'duplicate key' }],
      row: { message: 'duplicate key' },
    });
    expect(JSON.stringify(shown)).not.toContain('pia@mail.example');
  });

  it('names lines of the sources in a built program', () => {
    const program = `
      const { errorForLog, Sealer } = require('./dist/libs/kernel/src/index.js');
      try {
        new Sealer([Buffer.alloc(32)]).open(Buffer.alloc(64), 'nothing');
      } catch (error) {
        process.stdout.write(JSON.stringify(errorForLog(new AggregateError([error]))));
      }`;
    const shown = JSON.parse(
      execFileSync(process.execPath, ['--enable-source-maps', '-e', program], { encoding: 'utf8' }),
    ) as object;
    const line = readFileSync('libs/kernel/src/crypto/sealer.ts', 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('cannot be opened'));
    expect(shown).toMatchObject({
      aggregateErrors: [
        { stack: expect.stringContaining(`libs/kernel/src/crypto/sealer.ts:${line + 1}:`) as string },
      ],
    });
  });
});
