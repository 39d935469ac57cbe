import { likelyFreePort } from '@app/local-services';
import { describeWith, Firefox } from '@app/testing';
import { startServer, useAuthServers } from './auth-stack.js';
import { testDepartures } from './departures.js';

describeWith('firefox', 'ways out of a form in Firefox', () => {
  const port = likelyFreePort();
  const issuer = `http://localhost:${port}`;
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: issuer });
  /** By whether they run JavaScript, which is a setting of the whole browser; to start one costs more than the tests. */
  const started = new Map<boolean, Firefox>();
  beforeAll(() => startServer(stack, port));
  afterAll(() => Promise.all([...started.values()].map((firefox) => firefox.stop())));
  testDepartures(
    () => issuer,
    stack,
    async (javaScriptEnabled, tests) => {
      const firefox = started.get(javaScriptEnabled) ?? (await Firefox.start(javaScriptEnabled));
      started.set(javaScriptEnabled, firefox);
      await firefox.reset();
      await tests(firefox);
    },
  );
});
