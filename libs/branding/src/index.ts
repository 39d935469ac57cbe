export { computeAccents, contrast, type Accent } from './accents.js';
export * from './branding.queries.js';
export { Color } from './color.js';
export { brandStyle, findShownBrand, type ShownBrand } from './shown-brand.js';
export { BadImage } from './bad-image.js';
export { pngSize } from './safe-png.js';
export { imageTypes, readImage, type BrandImage, type ImageType } from './read-image.js';
