export { sampleCatalogue } from './sample-catalogue.js';
export { monthStart, Seeded } from './seeded.js';
