import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceFunctions } from '../db-function.js';
import { familyOfAssertions } from '../functions/auth/family-of-assertions.js';
import { issueAccessToken } from '../functions/auth/issue-access-token.js';
import { issueAccessTokens } from '../functions/auth/issue-access-tokens.js';
import { issueCode } from '../functions/auth/issue-code.js';
import { refreshAccessToken } from '../functions/auth/refresh-access-token.js';
import { refreshAccessTokens } from '../functions/auth/refresh-access-tokens.js';

/** Every token is issued by itself. The functions that issued several return nothing, which servers of 0.3.0 expect. */
export class TokensOneByOne20261127004200 implements MigrationInterface {
  name = 'TokensOneByOne20261127004200';

  async up(runner: QueryRunner): Promise<void> {
    await replaceFunctions(
      runner,
      issueAccessToken,
      issueAccessTokens,
      refreshAccessToken,
      refreshAccessTokens,
    );
    await replaceFunctions(runner, familyOfAssertions, issueCode);
    await runner.query(
      'grant update (openid_scopes, nonce, auth_time, amr, openid_sid) on auth.codes to lp_auth',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function auth.refresh_access_token');
  }
}
