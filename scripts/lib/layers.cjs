/**
 * The libs from bottom to top, as in ARCHITECTURE.md: an import leads down, or stays in its layer. Development libs
 * stand apart; production code imports none of them. The wings of two apps are below them.
 */
module.exports = {
  layers: [
    { name: 'Kernel and contracts', libs: ['contracts', 'kernel'] },
    {
      name: 'Foundations',
      libs: ['database', 'destinations', 'look', 'metrics', 'redis', 'tables', 'texts', 'tracing'],
    },
    {
      name: 'Mechanisms',
      libs: ['access', 'events', 'http', 'idempotency', 'limits', 'mail', 'rate-limit', 'scheduled-tasks'],
    },
    {
      name: 'Domain',
      libs: [
        'branding',
        'catalogue',
        'clients',
        'credentials',
        'enrollments',
        'identity',
        'onboarding',
        'opensearch',
        'signing-keys',
        'webhooks',
      ],
    },
    { name: 'Whole portals', libs: ['bootstrap-files', 'sample-content'] },
  ],
  development: ['local-services', 'testing'],
  // the folders of an app's src, from bottom to top: an import leads down, never to a wing beside it
  wings: {
    'auth-server': [['edge'], ['sign-in'], ['applications', 'person'], ['oauth']],
    'webhook-worker': [['edge'], ['delivery', 'housekeeping']],
  },
};
