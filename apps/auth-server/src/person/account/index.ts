export { AccountModule } from './account.module.js';
export { signedOutPage, SignOutService } from './sign-out.service.js';
