export { presentUser } from './users.presenter.js';
export { User } from './users.schema.js';
