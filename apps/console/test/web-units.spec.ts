import { temporaryFolder } from '@app/testing';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { auditEvents } from '@app/access';
import { ApiError } from '../web/api/api-error.js';
import { curlCommand } from '../web/features/webhooks/curl-command.js';
import { readDeliveriesSearch } from '../web/features/webhooks/deliveries-search.js';
import { fromLocalTime, toLocalTime } from '../web/ui/local-time.js';
import { toSeries } from '../web/features/webhooks/statistics-search.js';
import { addCounts, successRate, sumBuckets } from '../web/features/webhooks/statistics-sums.js';
import { verificationSamples } from '../web/features/webhooks/verification-samples.js';
import { de } from '../web/texts/de/index.js';
import { en, type Catalogue, type CatalogueKey } from '../web/texts/en/index.js';
import { formatText } from '../web/texts/format-text.js';
import { fr } from '../web/texts/fr/index.js';
import { locales, type ConsoleLanguage } from '../web/texts/languages.js';
import type { Words } from '../web/texts/words.js';
import { errorSentence, missingRight } from '../web/ui/error-sentence.js';
import { formatDuration, formatRelative, formatTime } from '../web/ui/format.js';
import { formatBytes, limitSentence } from '../web/ui/limit-words.js';
import { readAgent } from '../web/features/audit-log/agent-name.js';

const run = promisify(execFile);
const wordsIn = (language: ConsoleLanguage, catalogue: Catalogue): Words => ({
  t: (key, values) => formatText(language, catalogue[key], values),
  has: (key): key is CatalogueKey => Object.hasOwn(catalogue, key),
  listKeys: () => [],
  language,
  locale: locales[language],
});
const wordsOf = { en: wordsIn('en', en), de: wordsIn('de', de), fr: wordsIn('fr', fr) };

describe('filters in an address', () => {
  it('are read', () => {
    const search = { state: 'failed', type: 'user.create', status: 500, error: 'timeout', from: '1', to: 2 };
    expect(readDeliveriesSearch(search)).toEqual({ ...search, status: '500', from: 1 });
  });

  it('ignore invalid parameters', () => {
    expect(readDeliveriesSearch({ state: 'gone', type: '', from: 'x', to: -1, event_id: {} })).toEqual({});
  });
});

describe('series', () => {
  const now = Date.UTC(2026, 10, 27, 9, 30) / 1_000;
  it('end with the current hour', () => {
    const { from, to, interval } = toSeries('24h', now);
    expect([new Date(from * 1_000).toISOString(), new Date(to * 1_000).toISOString(), interval]).toEqual([
      '2026-11-26T10:00:00.000Z',
      '2026-11-27T09:59:59.000Z',
      'hour',
    ]);
  });

  it('go by the day where hours would be too many', () => {
    expect(toSeries('7d', now).interval).toBe('hour');
    expect(toSeries('30d', now).interval).toBe('day');
  });

  it('add up', () => {
    const sum = sumBuckets([
      { delivered: 3, failed: 1, attempts: 6 },
      { delivered: 0, failed: 0, attempts: 0 },
    ]);
    expect(sum).toEqual({ delivered: 3, failed: 1, attempts: 6 });
    expect(successRate(sum)).toBe(0.75);
    expect(successRate({ delivered: 0, failed: 0 })).toBeUndefined();
    expect(Object.entries(addCounts([{ a: 1, b: 2 }, { a: 2 }]))).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
  });
});

describe('formats', () => {
  it('contain the zone of a time', () => {
    const shown = formatTime('2026-07-01T10:00:00+00:00', 'en-GB', true, 'Europe/Berlin');
    expect(shown).toBe('1 Jul 2026, 12:00:00 CEST');
  });

  it('format relative times', () => {
    const now = Date.parse('2026-11-27T10:00:00Z');
    expect(formatRelative('2026-11-27T09:58:01Z', 'en-GB', now)).toBe('1 minute ago');
    expect(formatRelative('2026-11-27T12:00:00Z', 'de-DE', now)).toBe('in 2 Stunden');
    expect(formatRelative('2026-11-27T10:00:00Z', 'fr-FR', now)).toBe('maintenant');
  });

  it('write durations in the unit that fits', () => {
    expect(formatDuration(41, 'en-GB')).toBe('41ms');
    expect(formatDuration(15_000, 'en-GB')).toBe('15s');
  });

  it('convert local times to seconds and back', () => {
    expect(fromLocalTime(toLocalTime(1_795_771_800))).toBe(1_795_771_800);
    expect(toLocalTime(undefined)).toBe('');
    expect(fromLocalTime('')).toBeUndefined();
  });
});

describe('errors', () => {
  it('are sentences by their code, and else in the words of the service', () => {
    expect(errorSentence(new ApiError(409, { error_code: 'webhook_disabled' }), wordsOf.en)).toMatch(
      /disabled/,
    );
    expect(errorSentence(new ApiError(418, { error_code: 'new_code', message: 'Tea.' }), wordsOf.en)).toBe(
      'Tea.',
    );
    expect(errorSentence(new ApiError(503, {}), wordsOf.en)).toMatch(/busy/);
    expect(errorSentence(new TypeError('x'), wordsOf.en)).toMatch(/our side/);
  });

  it('name the right that is missing', () => {
    const error = new ApiError(403, { message: 'This needs the scope webhook.read.' });
    expect(missingRight(error, wordsOf.en)).toBe('webhook.read');
    const role = new ApiError(403, {
      message: 'This needs the role Administrator or Content administrator.',
    });
    expect(missingRight(role, wordsOf.en)).toBe('Administrator or Content administrator');
    expect(missingRight(role, wordsOf.de)).toBe('Administration oder Inhaltsverwaltung');
  });

  it('name a limit and its value in the language of the person', () => {
    const refusal = { limit: 'branding_image_bytes', most: 131_072, message: 'Limit per portal: …' };
    expect(limitSentence(refusal, wordsOf.en)).toBe('Size of a logo or icon: at most 128\u00a0KiB.');
    expect(limitSentence(refusal, wordsOf.fr)).toBe(
      'Taille d’un logo ou d’une icône : 128\u00a0Kio au plus.',
    );
    expect(limitSentence({ ...refusal, limit: 'webhooks', most: 1_500 }, wordsOf.de)).toMatch(
      /: höchstens 1\.500\.$/,
    );
    expect(limitSentence({ ...refusal, limit: 'of a newer service' }, wordsOf.de)).toBe(refusal.message);
    expect([0, 1_023, 1_024, 1.5 * 1_024 ** 3].map((bytes) => formatBytes(bytes, 'en'))).toEqual(
      ['0 B', '1,023 B', '1 KiB', '1.5 GiB'].map((text) => text.replace(' ', '\u00a0')),
    );
  });
});

describe('the request of a delivery as a command', () => {
  it('sends the body byte for byte', async () => {
    const body = `{"name":"O'Hopper $HOME \`id\` \\ “日本”"}`;
    const command = curlCommand(
      'http://localhost/a b',
      { 'content-type': 'application/json', host: 'x' },
      body,
    );
    // what a shell makes of it, instead of sending it
    const { stdout } = await run('bash', ['-c', command.replace(/^curl/, String.raw`printf '%s\n'`)]);
    expect(stdout.trimEnd().split('\n')).toEqual([
      '-X',
      'POST',
      'http://localhost/a b',
      '-H',
      'content-type: application/json',
      '--data-raw',
      body,
    ]);
  });
});

describe('"verify this"', () => {
  const sample = (language: string): string =>
    verificationSamples.find((one) => one.language === language)!.code;

  // docs/test/webhooks-guide.spec.ts runs those of the guide
  it.each([
    ['TypeScript', 'ts'],
    ['Python', 'python'],
    ['PHP', 'php'],
  ])('shows the %s of the guide', (language, fence) => {
    const guide = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'webhooks.md'), 'utf8');
    expect(guide).toContain(`\`\`\`${fence}\n${sample(language)}\`\`\``);
  });

  it('verifies a delivery in a shell, and refuses another body', async () => {
    const folder = temporaryFolder();
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const time = new Date();
    const body = '{"name":"Zoë “日本”"}';
    const env = {
      ...process.env,
      SECRET: secret,
      ID: 'evt_1',
      TIMESTAMP: String(Math.floor(time.getTime() / 1_000)),
      SIGNATURE: `v1,other ${new Webhook(secret).sign('evt_1', time, body)}`,
    };
    writeFileSync(join(folder, 'body.json'), body);
    const verified = await run('bash', ['-c', sample('Shell')], { cwd: folder, env });
    expect(verified.stdout).toBe('valid\n');
    writeFileSync(join(folder, 'body.json'), `${body} `);
    await expect(run('bash', ['-c', sample('Shell')], { cwd: folder, env })).rejects.toMatchObject({
      stdout: 'invalid\n',
    });
  });
});

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
