import { warnOfRemovedSettings } from './removed-settings.js';

describe('a setting that was removed', () => {
  const listWarnings = (env: Record<string, string>): string[] => {
    const warnings: string[] = [];
    warnOfRemovedSettings(env, { warn: (text: string) => void warnings.push(text) });
    return warnings;
  };

  it('is named in one warning, with the value that holds', () => {
    expect(listWarnings({ SIGNING_KEY_DAYS: '30', MAX_URL_BYTES: '1024', PORT: '4000' })).toEqual([
      'MAX_URL_BYTES is no setting any more: it is always 32768',
      'SIGNING_KEY_DAYS is no setting any more: it is always 90',
    ]);
  });

  it('is not mentioned when it is absent or empty', () => {
    expect(listWarnings({ SIGNING_KEY_DAYS: '', LOG_LEVEL: 'info' })).toEqual([]);
  });
});
