import { auditEvents } from '@app/access';
import { readAgent } from '../web/features/audit-log/agent-name.js';
import { en } from '../web/texts/en/index.js';

describe('the audit log in words', () => {
  it('has words for every event', () => {
    const named = Object.keys(en).filter((key) => key.startsWith('audit.did.'));
    expect(named.sort()).toEqual(auditEvents.map((event) => `audit.did.${event}`).sort());
  });

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0',
      'Firefox on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['hr-sync/2.1 (Linux) Chrome/1', undefined],
    ['curl/8.5.0', undefined],
  ])('names the browser of %s', (userAgent, name) => {
    const agent = readAgent(userAgent);
    expect(agent && `${agent.browser} on ${agent.system}`).toBe(name);
  });
});
