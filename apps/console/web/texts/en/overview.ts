/** Texts of the overview and of the first steps. */
export const overviewEn = {
  'overview.title': 'Overview',
  'overview.enrollments': 'Enrollments of the last 30 days',
  'overview.enrollmentsSummary': '{created} enrollments were created, {completed} were completed.',
  'overview.created': 'Created',
  'overview.completed': 'Completed',
  'overview.day': 'Day',
  'overview.noWebhooks': 'No webhook yet: nothing is delivered.',
  'overview.health.good': 'Arriving',
  'overview.lastSuccess': 'Last success:',
  'overview.never': 'never',
  'overview.failures': { one: 'one failure', other: '{count} failures in a row' },
  'overview.limits': 'Limits nearly reached',
  'overview.noLimits': 'No limit is used to more than 80%.',
  'overview.resets': 'begins anew',
  'firstSteps.title': 'First steps',
  'firstSteps.count': '{done} of {count} done',
  'firstSteps.hide': 'Hide',
  'firstSteps.done': '(done)',
  'firstSteps.application': 'Create an application',
  'firstSteps.applicationText':
    'It gives your program a client id and a secret. The secret is shown once: keep it in CLIENT_SECRET for the next steps.',
  'firstSteps.token': 'Get a token',
  'firstSteps.tokenText':
    'Set CLIENT_SECRET to the secret that you stored; the page of the application makes a new one. This page goes on by itself once a token has been issued.',
  'firstSteps.webhook': 'Create a webhook',
  'firstSteps.webhookText':
    'We send an event to your address when something changes. Here in the console, or with the token:',
  'firstSteps.delivery': 'Receive a delivery',
  'firstSteps.deliveryText': 'Send a test event. The step is done when your receiver answers with 2xx.',
  'firstSteps.person': 'Create a person',
  'firstSteps.personText': 'Your first learner: this one gets no mail.',
};
