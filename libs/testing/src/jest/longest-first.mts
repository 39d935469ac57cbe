import { createRequire } from 'node:module';

type Sequencing = typeof import('@jest/test-sequencer');
const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer') as Sequencing;
type Tests = Parameters<InstanceType<Sequencing['default']>['sort']>[0];

/** The slowest files; if the first of them started last, they would prolong the whole run. */
export const longest = [
  'apps/console/test/web-pages',
  'apps/console/test/many-people-journeys',
  'k8s/test/api-server',
  'apps/resource-api/test/request-cost',
  'apps/console/test/web-looks',
  'apps/console/test/web-roles',
  'apps/auth-server/test/request-cost',
  'observability/test/alerts',
  'apps/webhook-worker/test/damaged-columns',
  'apps/auth-server/test/chromium-states',
  'observability/test/trace',
  'apps/tools/test/chaos/disasters',
  'apps/auth-server/test/chromium-account',
  'apps/tools/test/start',
  'apps/auth-server/test/chromium-address',
  'libs/catalogue/src/search/postgres-catalogue-index',
  'apps/resource-api/test/values',
  'observability/test/measured',
  'apps/cli/src/secrets/under-load',
  'apps/resource-api/test/role-matrix',
  'apps/resource-api/test/swagger-ui',
  'apps/auth-server/test/departures',
  'apps/resource-api/src/learning-objects/search/scroll',
  'apps/tools/test/chaos/upgrade',
  'docs/test/first-hour',
  'docs/test/restore-drill',
];

const rank = (path: string): number => {
  const place = longest.findIndex((name) => path.includes(`/${name}.`));
  return place < 0 ? longest.length : place;
};

/** Longest first, by the times of the last run; or by {@link longest} if some are unknown, as on a fresh clone. */
export default class LongestFirst extends Sequencer {
  override sort(tests: Tests): Tests {
    const sorted = super.sort(tests) as Tests;
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return sorted.toSorted((a, b) => rank(a.path) - rank(b.path));
  }
}
