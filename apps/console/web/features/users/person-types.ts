import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';

type Schemas = components['schemas'];
export type ConsolePerson = Schemas['User'];
export type PersonField = Schemas['CustomField'];
export type PersonRole = Schemas['Role'];
export type NewPerson = Pick<Schemas['CreateUser'], 'email' | 'first_name' | 'last_name'> &
  Partial<Schemas['CreateUser']>;
