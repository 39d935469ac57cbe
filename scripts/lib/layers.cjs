/**
 * The libs from below to above, as ARCHITECTURE.md tells them: an import leads down, or stays in its layer. What is for
 * development stands beside them; production code imports none of it.
 */
module.exports = {
  layers: [
    { name: 'Kernel and contracts', libs: ['contracts', 'kernel'] },
    { name: 'Foundations', libs: ['database', 'destinations', 'redis', 'texts'] },
    {
      name: 'Mechanisms',
      libs: [
        'access',
        'audit',
        'events',
        'http',
        'idempotency',
        'limits',
        'mail',
        'rate-limit',
        'scheduled-tasks',
      ],
    },
    {
      name: 'Domain',
      libs: [
        'branding',
        'catalogue',
        'clients',
        'enrollments',
        'identity',
        'login-links',
        'onboarding',
        'passwords',
        'revocations',
        'second-factor',
        'signing-keys',
        'webhooks',
      ],
    },
    { name: 'Whole portals', libs: ['bootstrap-files', 'sample-content'] },
  ],
  development: ['local-services', 'testing'],
};
