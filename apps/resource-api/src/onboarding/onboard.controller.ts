import { Body, Controller, Headers, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { ApiTags, Operation } from '@app/http';
import { OnboardAnswer, OnboardBody } from './onboard.schema.js';
import { OnboardService } from './onboard.service.js';
import { OnboardTokens } from './onboard-tokens.js';

@ApiTags('Portal')
@Controller('v2/onboard')
export class OnboardController {
  constructor(private readonly onboarding: OnboardService) {}

  @Post()
  @Operation({
    summary: 'Create a portal, and a user account if none exists',
    description:
      'For applications that belong to no portal, and for those of a distribution partner’s portal. A person who is already known must prove who they are with an access token in `user.jwt` or in the header `X-User-Token`.',
    access: { scope: 'portal.write', portal: 'optional' },
    status: 201,
    answer: OnboardAnswer,
    idempotent: { completion: OnboardTokens },
    refusals: {
      409: 'The domain is taken: `domain_taken`; or the user exists and no token proves that it is them: `user_exists`.',
      503: 'Or the payment gateway is unavailable, or too many passwords are waiting to be hashed.',
    },
    limits: ['portals_made', 'payments_asked'],
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: OnboardBody }) body: OnboardBody,
    @Headers('x-user-token') userToken: string | undefined,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ): Promise<OnboardAnswer> {
    return this.onboarding.create(actor, body, { userToken, idempotencyKey });
  }
}
