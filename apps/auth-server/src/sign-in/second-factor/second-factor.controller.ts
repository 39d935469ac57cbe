import { Controller, Post } from '@nestjs/common';
import { SignedInForm, ForPeople, type PageAnswer } from '../../edge/pages/index.js';
import { SecondFactorService } from './second-factor.service.js';

@Controller('oauth/account/second-factor')
@ForPeople()
export class SecondFactorController {
  constructor(private readonly service: SecondFactorService) {}

  @Post()
  propose(@SignedInForm() { session }: SignedInForm): Promise<PageAnswer> {
    return this.service.propose(session);
  }

  @Post('confirm')
  confirm(@SignedInForm('otp', 'transaction') { form, session, request }: SignedInForm): Promise<PageAnswer> {
    const submission = { otp: form.get('otp') ?? '', transaction: form.get('transaction') };
    return this.service.confirm(session, submission, request);
  }

  @Post('recovery-codes')
  renewCodes(@SignedInForm('otp') { form, session, request }: SignedInForm): Promise<PageAnswer> {
    return this.service.renewCodes(session, form.get('otp'), request);
  }

  @Post('remove')
  remove(@SignedInForm('otp') { form, session, request }: SignedInForm): Promise<PageAnswer> {
    return this.service.remove(session, form.get('otp'), request);
  }
}
