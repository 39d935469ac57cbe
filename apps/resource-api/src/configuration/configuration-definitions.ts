import type { ConfigurationDefinition } from './configuration.schema.js';

/** The keys that the service itself reads; it stores all others for the clients that write them. */
export const configurationDefinitions: readonly ConfigurationDefinition[] = [
  {
    key: 'approved_applications_only',
    type: 'boolean',
    default: false,
    description:
      'With true, people connect only applications that the portal has approved; those connected before stay. It is switched off only after a recent login.',
  },
  {
    key: 'pay_per_seat',
    type: 'boolean',
    default: false,
    description:
      'With true, active people are not limited to the plan’s `licensed_user_count`, because seats are paid for individually.',
  },
  {
    key: 'require_second_factor',
    type: 'boolean',
    default: false,
    description:
      'With true, administrators need a second factor to enter the portal. It is switched off only after a recent login.',
  },
];
