import { Post } from '@nestjs/common';
import { SignedInForm, type PageAnswer } from '../../edge/pages/index.js';
import type { FreshLogin, FreshPage } from './fresh-login.js';

/** All pages that require a fresh login share one address for posting the second factor's code. */
export abstract class FreshPageController {
  protected constructor(
    private readonly freshLogin: FreshLogin,
    private readonly page: FreshPage,
  ) {}

  @Post('factor')
  submitCode(@SignedInForm('otp') { form, session, request }: SignedInForm): Promise<PageAnswer> {
    return this.freshLogin.submitCode(session, form.get('otp') ?? '', this.page, request);
  }
}
