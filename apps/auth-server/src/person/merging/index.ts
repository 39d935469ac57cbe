export { MergingModule } from './merging.module.js';
