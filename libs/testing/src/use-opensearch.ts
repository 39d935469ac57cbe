import { temporaryFolder } from './temporary-folder.js';
import {
  javaHome,
  openSearchHome,
  SECURED_OPENSEARCH,
  securedOpenSearchHome,
  startOpenSearch,
  type OpenSearchOptions,
  type RunningOpenSearch,
} from '@app/local-services';

const home = openSearchHome();

/**
 * `describe` for tests that need OpenSearch (`npm run opensearch -- fetch`) and a JDK; without them they are skipped and
 * listed at the end of `npm test`.
 */
export function describeWithOpenSearch(name: string, tests: () => void): void {
  if (home !== undefined && javaHome() !== undefined) describe(name, tests);
  else describe.skip(`${name} (needs opensearch)`, tests);
}

const securedHome = securedOpenSearchHome();

/** The same for tests of TLS and users (`npm run opensearch -- fetch --security`). */
export function describeWithSecuredOpenSearch(name: string, tests: () => void): void {
  if (securedHome !== undefined && javaHome(SECURED_OPENSEARCH) !== undefined) describe(name, tests);
  else describe.skip(`${name} (needs opensearch with security)`, tests);
}

export interface TestOpenSearch {
  readonly url: string;
  readonly server: RunningOpenSearch;
  /** Starts it again after a stop, with its data, at the same URL. */
  restart(): Promise<void>;
}

/**
 * A node of OpenSearch for the tests of one file.
 * @param security creates the files of a node with TLS and users
 */
export function useOpenSearch(security?: () => OpenSearchOptions['security']): TestOpenSearch {
  let dataDir: string;
  let port: number | undefined;
  let server: RunningOpenSearch;
  const start = async () => {
    const files = security?.();
    server = await startOpenSearch({
      home: files ? securedHome! : home!,
      dataDir,
      ...(port ? { port } : {}),
      ...(files ? { security: files } : {}),
    });
    port = Number(new URL(server.url).port);
  };
  beforeAll(async () => {
    dataDir = temporaryFolder();
    await start();
  });
  afterAll(() => server?.stop());
  return {
    get url() {
      return server.url;
    },
    get server() {
      return server;
    },
    restart: start,
  };
}
