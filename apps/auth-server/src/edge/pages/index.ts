export { FormGuard } from './form-guard.js';
export { Form, PageSession, SignedInForm } from './form.decorator.js';
export {
  ACCOUNT_ADDRESS,
  Departure,
  Redirect,
  failedWith,
  type FormFailure,
  type Page,
  type PageAnswer,
} from './page.js';
export { PageSender } from './page-sender.js';
export { AnswersPage, ForPeople } from './pages.decorator.js';
export { badForm, PageError } from './page-error.js';
export { formPostPage } from './form-post-page.js';
export { messagePage } from './message-page.js';
export { PageLanguages } from './page-languages.js';
export { PagePortals } from './page-portals.js';
export { pageHeaders } from './security-headers.js';
export { chooseLanguage } from './language.js';
