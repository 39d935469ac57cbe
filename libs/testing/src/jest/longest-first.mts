import { createRequire } from 'node:module';

type Sequencing = typeof import('@jest/test-sequencer');
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as Sequencing;
type Tests = Parameters<InstanceType<Sequencing['default']>['sort']>[0];

/** The slowest files; if the first of them started last, they would prolong the whole run. */
export const longest = [
  'apps/console/test/web-pages',
  'apps/auth-server/test/form-post',
  'apps/auth-server/test/departures',
  'apps/resource-api/test/request-cost',
  'apps/webhook-worker/test/damaged-columns',
  'apps/tools/src/chaos/disasters',
  'apps/auth-server/test/chromium-account',
  'apps/auth-server/test/chromium-address',
  'apps/auth-server/test/chromium-states',
  'apps/resource-api/test/swagger-ui',
  'observability/test/trace',
  'libs/catalogue/src/search/postgres-catalogue-index',
  'apps/tools/test/start',
  'apps/auth-server/test/request-cost',
  'apps/auth-server/test/chromium',
  'apps/auth-server/test/key-rotation',
  'apps/resource-api/test/bad-values',
  'apps/auth-server/test/chromium-offers',
  'apps/tools/src/chaos/chaos',
  'libs/local-services/src/postgres',
];

const rank = (path: string): number => {
  const place = longest.findIndex((name) => path.includes(`/${name}.`));
  return place < 0 ? longest.length : place;
};

/** Longest first: by the times of the last run, or by {@link longest} where some are unknown, as on a fresh clone. */
export default class LongestFirst extends Sequencer {
  override sort(tests: Tests): Tests {
    const sorted = super.sort(tests) as Tests;
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((a, b) => rank(a.path) - rank(b.path));
  }
}
