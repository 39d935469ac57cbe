/** All values of `error_code` in `additional_errors`: the fault of a field. */
export const fieldErrorCodes = {
  required: 'The field is missing.',
  invalid: 'The value is not one that the field can have.',
  invalid_type: 'The value has the wrong type.',
  invalid_format: 'The value does not have the required format.',
  invalid_value: 'The value is not one of those that are allowed.',
  invalid_key: 'A key of the object is not allowed.',
  invalid_element: 'An element of the list is not allowed.',
  invalid_union: 'The value has none of the forms that are allowed.',
  too_big: 'The number, the text or the list is too large.',
  too_small: 'The number, the text or the list is too small.',
  not_multiple_of: 'The number is not a multiple of the required one.',
  unrecognized_keys: 'The object has unknown keys.',
  custom: 'The value breaks a rule that `message` names.',
  too_many_values: 'The parameter is repeated too often, or the list is too long.',
  unknown_manager: 'A manager is not a user of the portal.',
  manager_cycle: 'A person would be their own manager.',
  unknown_learning_object: 'A learning object does not exist, or the portal cannot see it.',
  unknown_partner: 'The portal is not a distribution partner’s.',
  unknown_creation_path: 'The value is not a creation path; ask us for yours.',
  payment_declined: 'The payment gateway declined the card.',
  payments_not_set_up: 'No payment gateway is set up for this service.',
  beyond_client: 'The application may not have all of that.',
  password_short: 'The password is too short.',
  password_long: 'The password is too long.',
  password_common: 'The password is one of the most common ones.',
  password_own: 'The password is made of the person’s address or the name of the service.',
  invalid_idempotency_key: 'The header is not 1 to 255 printable characters.',
} as const satisfies Record<string, string>;
export type FieldErrorCode = keyof typeof fieldErrorCodes;

/** Whether a code, such as one of Zod's, is one of ours. */
export const isFieldErrorCode = (code: string): code is FieldErrorCode =>
  Object.hasOwn(fieldErrorCodes, code);
