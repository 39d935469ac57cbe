export { sampleCatalogue } from './sample-catalogue.js';
export { monthStart, SeededRandom } from './seeded-random.js';
