import { howToInstall } from './redis-binary.js';

describe('the advice shown without Redis', () => {
  it.each([
    ['darwin', ['brew'], 'Install it with: brew install redis.'],
    ['darwin', [], 'Install Homebrew (https://brew.sh), then Redis with: brew install redis.'],
    ['linux', ['dnf', 'yum'], 'Install it with: sudo dnf install redis.'],
    ['linux', ['apk'], 'Install it with: sudo apk add redis.'],
    ['linux', [], 'Install redis-server so that it is on the PATH.'],
  ] as const)('%s with %j: the command for that system', (platform, programs, sentence) => {
    const present: readonly string[] = programs;
    expect(howToInstall(platform, (program) => present.includes(program))).toBe(sentence);
  });
});
