/** The file with the pages of each feature. */
export const pageFiles = {
  'api-errors': () => import('../features/api-errors/index.js'),
  applications: () => import('../features/applications/index.js'),
  audit: () => import('../features/audit-log/index.js'),
  collections: () => import('../features/collections/index.js'),
  content: () => import('../features/learning-objects/index.js'),
  enrollments: () => import('../features/enrollments/index.js'),
  overview: () => import('../features/overview/index.js'),
  people: () => import('../features/users/index.js'),
  portal: () => import('../features/portal/index.js'),
  webhooks: () => import('../features/webhooks/index.js'),
};

const isFeature = (name: string): name is keyof typeof pageFiles => Object.hasOwn(pageFiles, name);

/** Starts loading the file of a URL; the router also loads it, and reports errors. */
export function loadPageFile(path: string): void {
  const name = path.split('/')[1] || 'overview';
  const feature = name === 'groups' ? 'collections' : name;
  if (isFeature(feature)) pageFiles[feature]().catch(() => undefined);
}
