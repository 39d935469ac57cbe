import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { readCompose } from './compose-file.js';

describe('the reader of compose files', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'compose-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = (service: object, env = '') => {
    writeFileSync(join(folder, 'one.yml'), stringify({ services: { one: service } }));
    writeFileSync(join(folder, '.env'), env);
    return readCompose(folder, ['one.yml']).services['one']!;
  };

  it('takes variables and defaults as compose does, and what a later file adds', () => {
    const environment = { A: '${A:?needed}', B: '${B:-b}', C: '${C:-}' };
    const service = read({ image: 'x', environment }, 'A="a a"\nB=\n');
    expect(service.environment).toEqual({ A: 'a a', B: 'b', C: '' });
    writeFileSync(join(folder, 'two.yml'), stringify({ services: { one: { environment: { B: 'other' } } } }));
    const both = readCompose(folder, ['one.yml', 'two.yml']).services['one']!;
    expect([both.image, both.environment]).toEqual(['x', { A: 'a a', B: 'other', C: '' }]);
  });

  it('reads files of variables, over which the environment of the service wins', () => {
    const env_file = [{ path: 'settings.env', required: false }];
    expect(read({ image: 'x', env_file }).environment).toEqual({});
    writeFileSync(join(folder, 'settings.env'), 'A=file\nB=file\n');
    expect(read({ image: 'x', env_file, environment: { B: 'own' } }).environment).toEqual({
      A: 'file',
      B: 'own',
    });
  });

  it('refuses a variable that is missing, a key that it does not know and a service without an image', () => {
    expect(() => read({ image: 'x', environment: { A: '${A:?needed}' } })).toThrow('required variable A');
    expect(() => read({ image: 'x', extends: 'y' })).toThrow('one: the drill does not know extends');
    expect(() => read({ command: ['x'] })).toThrow('one has no image');
  });
});
