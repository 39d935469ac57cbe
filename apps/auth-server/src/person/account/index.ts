export { signedOutPage, SignOutService } from './sign-out.service.js';
