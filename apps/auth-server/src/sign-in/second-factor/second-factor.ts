import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { CLOCK, LOGGER, Sealer, sha256, unixSeconds, SETTINGS, type Clock, type Logger } from '@app/kernel';
import { randomBytes } from 'node:crypto';
import { secondFactorContext } from '@app/credentials';
import type { Settings } from '../../config.js';
import type { Session } from '../../edge/sessions/index.js';
import { SecondFactorQueries } from './second-factor.queries.js';

/** Seconds by which the phone's clock may be off: one time step either way. */
const TOLERANCE_SECONDS = 30;
const RECOVERY_CODES = 10;

/** A secret as text, and as a URI for authenticator apps. */
export interface FactorSetup {
  secret: string;
  uri: string;
}

/** A person entering an account, and when they used their factor for the login (null: they did not). */
export type FactorUser = Pick<Session, 'personId' | 'factorTime'>;

/** The step that is still required: setting up a factor, entering its code, or (undefined) none. */
export type RequiredFactor = 'set-up' | 'code' | undefined;

/** A factor that has been turned off and set up again since counts as a different one. */
function requiredFactor(factorTime: Date | null, confirmedAt: Date | null): RequiredFactor {
  if (confirmedAt === null) return 'set-up';
  return factorTime !== null && factorTime >= confirmedAt ? undefined : 'code';
}

const isUnusedBy = ({ factorTime }: FactorUser, confirmedAt: Date | null): boolean =>
  confirmedAt !== null && (factorTime === null || factorTime < confirmedAt);

/** Loaded for the first person who has a factor, because an idle server does not need its 0.6 MB. */
const otplib = () => import('otplib');

async function proposal({ email }: Session, secret: string): Promise<FactorSetup> {
  const { generateURI } = await otplib();
  return { secret, uri: generateURI({ issuer: 'Learning Platform', label: email, secret }) };
}

const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** TOTP (RFC 6238) with recovery codes; each code works once. */
@Injectable()
export class SecondFactor {
  readonly #sealer: Sealer;

  constructor(
    private readonly queries: SecondFactorQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#sealer = Sealer.of(settings);
  }

  async isActive(personId: number): Promise<boolean> {
    return ((await this.queries.find(personId))?.confirmedAt ?? null) !== null;
  }

  /** Whether this portal requires a factor that this person has not turned on. */
  async isMissing(personId: number, portalId: number): Promise<boolean> {
    return (await this.queries.isDemanded(portalId, personId)) && !(await this.isActive(personId));
  }

  /**
   * The steps before entering the account. Only this portal and the role there decide. Having a factor is not enough,
   * it must have been used.
   */
  async requiredStep(user: FactorUser, portalId: number): Promise<RequiredFactor> {
    if (!(await this.queries.isDemanded(portalId, user.personId))) return undefined;
    return requiredFactor(user.factorTime, (await this.queries.find(user.personId))?.confirmedAt ?? null);
  }

  /** Whether the person has a factor that was not used in this session. */
  async isUnused(user: FactorUser): Promise<boolean> {
    return isUnusedBy(user, (await this.queries.find(user.personId))?.confirmedAt ?? null);
  }

  /** Like {@link isUnused}, and locks the factor until the transaction ends. */
  async lockUnused(tx: Transaction, user: FactorUser): Promise<boolean> {
    return isUnusedBy(user, await this.queries.lock(tx, user.personId));
  }

  /** Whether no step is required; locks that fact until the transaction ends. */
  async lockSufficient(tx: Transaction, user: FactorUser, portalId: number): Promise<boolean> {
    const confirmedAt = await this.queries.lock(tx, user.personId);
    if (!(await this.queries.isDemanded(portalId, user.personId, tx))) return true;
    return requiredFactor(user.factorTime, confirmedAt) === undefined;
  }

  /**
   * Consumes `code`, the app's current code or a recovery code.
   * @returns the time of use, by Postgres' clock; undefined if it is neither
   */
  async use(personId: number, code: string): Promise<Date | undefined> {
    const plainCode = plain(code);
    if (/^\d{6}$/.test(plainCode)) return this.#useTotp(personId, plainCode);
    return this.queries.consumeRecoveryCode(personId, sha256(plainCode));
  }

  /** The secret waiting to be confirmed in this session; created if there is none. */
  async propose(session: Session): Promise<FactorSetup> {
    const waiting = await this.proposedTo(session);
    if (waiting) return waiting;
    const { personId, id } = session;
    const { generateSecret } = await otplib();
    const secret = generateSecret();
    await this.queries.propose(personId, id, this.#sealer.seal(secret, secondFactorContext(personId)));
    return proposal(session, secret);
  }

  /** The proposed secret; undefined when there is none, or a newer one was displayed in a different session. */
  async proposedTo(session: Session): Promise<FactorSetup | undefined> {
    const waiting = await this.queries.find(session.personId);
    if (waiting?.proposedTo !== session.id || waiting.confirmedAt) return undefined;
    const secret = this.#open(waiting.secretSealed, session.personId);
    return secret === undefined ? undefined : proposal(session, secret);
  }

  /**
   * Turns the factor on.
   * @returns since when, and the recovery codes, which are displayed only now
   */
  async confirm(tx: Transaction, personId: number): Promise<{ confirmedAt: Date; codes: string[] }> {
    const codes = newRecoveryCodes();
    const confirmedAt = await this.queries.confirm(tx, personId, codes.map(sha256));
    return { confirmedAt, codes: codes.map(grouped) };
  }

  /**
   * Replaces the recovery codes.
   * @returns the new ones, which are displayed only now
   */
  async renewRecoveryCodes(tx: Transaction, personId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.queries.replaceRecoveryCodes(tx, personId, codes.map(sha256));
    return codes.map(grouped);
  }

  /** How many recovery codes still work; undefined: the second factor is off. */
  async recoveryCodesLeft(personId: number): Promise<number | undefined> {
    return (await this.isActive(personId)) ? this.queries.recoveryCodesLeft(personId) : undefined;
  }

  async #useTotp(personId: number, token: string): Promise<Date | undefined> {
    const factor = await this.queries.find(personId);
    if (!factor) return undefined;
    const secret = this.#open(factor.secretSealed, personId);
    if (secret === undefined) return undefined;
    const epoch = unixSeconds(this.clock.now());
    const { verify } = await otplib();
    const result = await verify({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS });
    if (!result.valid || !('timeStep' in result)) return undefined;
    return this.queries.consumeStep(personId, result.timeStep, factor.secretSealed);
  }

  /** The secret; undefined when it cannot be decrypted: then no code of the app is right, but recovery codes work. */
  #open(sealed: Buffer, personId: number): string | undefined {
    const secret = this.#sealer.tryOpen(sealed, secondFactorContext(personId));
    if (secret === undefined) this.logger.error({ person_id: personId }, 'a second factor cannot be read');
    return secret;
  }
}

const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => randomBytes(10).toString('hex'));

/** Grouped for people to read and type. */
const grouped = (code: string): string => code.match(/.{5}/g)!.join('-');
