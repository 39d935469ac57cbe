export { brandedPage, pageStyle } from './branded-page.js';
export { PageBrands } from './page-brands.js';
export { PagesModule } from './pages.module.js';
