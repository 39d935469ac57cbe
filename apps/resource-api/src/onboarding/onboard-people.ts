import { Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { BadRequest } from '@app/kernel';
import type { NewPortal, NewPortalUser } from '@app/onboarding';
import { assertGoodPassword, PasswordPool } from '@app/credentials';
import type { OnboardBody, OnboardUser } from './onboard.schema.js';
import { PersonProof } from './person-proof.js';

/** The people in an onboarding request, with their proof of address and their password hashes. */
@Injectable()
export class OnboardPeople {
  constructor(
    private readonly proof: PersonProof,
    private readonly passwords: PasswordPool,
  ) {}

  /** @throws BadRequest naming the first unacceptable password */
  async assertGoodPasswords({ user, additional_users }: OnboardBody): Promise<void> {
    const additional = additional_users.map((one, index) => [`additional_users.${index}`, one] as const);
    for (const [path, { email, password }] of [...(user ? [['user', user] as const] : []), ...additional]) {
      if (password !== undefined) await assertGoodPassword(password, email, `${path}.password`);
    }
  }

  /**
   * The first administrator.
   * @throws BadRequest naming user, when neither the body nor the token names a person; Unavailable when argon2 is
   *   busy
   */
  async first(
    actor: Actor,
    user: OnboardUser | undefined,
    userToken: string | undefined,
  ): Promise<NewPortal['user']> {
    if (user) return this.#named(actor, user, user.jwt ?? userToken);
    const ownLogin = await this.proof.findPerson(actor);
    if (!ownLogin) throw BadRequest.field('user', 'is required', 'required');
    return { ownLogin };
  }

  /** One after the other, because a hundred passwords must not fill the queue that all requests share. */
  async additional(actor: Actor, users: readonly OnboardUser[]): Promise<NewPortalUser[]> {
    const named: NewPortalUser[] = [];
    for (const user of users) named.push(await this.#named(actor, user, user.jwt));
    return named;
  }

  async #named(actor: Actor, user: OnboardUser, token: string | undefined): Promise<NewPortalUser> {
    return {
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      phone: user.phone,
      consent: user.consent,
      passwordHash:
        user.password === undefined ? undefined : await this.passwords.hash(user.password, actor.clientId),
      ownLogin: await this.proof.findPersonByToken(actor, token),
    };
  }
}
