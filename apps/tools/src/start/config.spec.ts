import { ConfigError } from '@app/kernel';
import { readStartConfig } from './config.js';

const refuse = (base: number): unknown => {
  try {
    readStartConfig({ PORT_BASE: String(base) });
    return undefined;
  } catch (error) {
    return (error as ConfigError).settings?.['PORT_BASE'];
  }
};

describe('PORT_BASE', () => {
  it.each([
    [6000, 6000],
    [5000, 6000], // of the demo partner
    [4041, 4045], // of the console
    [10_075, 10_080],
  ])('%i is refused, because browsers block port %i', (base, blocked) => {
    expect(refuse(base)).toBe(`moves a port to ${blocked}, which browsers block; 7000 works`);
  });

  it.each([4000, 7000, 8000, 29_600])('%i moves all ports', (base) => {
    const { auth, partner, listen } = readStartConfig({ PORT_BASE: String(base) }).ports;
    expect([auth, partner, listen]).toEqual([base, base + 1000, base + 1001]);
  });
});
