import { scopes as all, type OpenidScope, type Scope } from '@app/contracts';
import type { TextKey } from '@app/texts';

export interface ScopeLine {
  text: TextKey;
  scopes: readonly Scope[];
  /** Whether it gives power over other people's accounts. Such lines come first and are marked. */
  isFarReaching: boolean;
}

/** Scopes that let an application act as others, change identities, or create applications that do. */
const farReaching = new Set<Scope>(['user.login', 'user.write', 'app.write']);
/** The subjects that can be both read and written; one line describes both. */
const things = ['user', 'portal', 'lo', 'enrollment', 'webhook', 'app', 'group'] as const;

/** Describes each of the scopes in exactly one line, the far-reaching ones first. */
export function scopeLines(scopes: readonly Scope[]): ScopeLine[] {
  const remaining = new Set(scopes);
  const lines: ScopeLine[] = [];
  for (const scope of all) {
    if (!remaining.has(scope)) continue;
    const thing = things.find((one) => scope === `${one}.read`);
    const other = thing && (`${thing}.write` as const);
    const isBoth = other !== undefined && remaining.delete(other);
    const lineScopes = isBoth ? [scope, other] : [scope];
    const text: TextKey = isBoth ? `scopes.${thing!}` : `scope.${scope}`;
    lines.push({ text, scopes: lineScopes, isFarReaching: lineScopes.some((one) => farReaching.has(one)) });
  }
  return [...lines.filter((line) => line.isFarReaching), ...lines.filter((line) => !line.isFarReaching)];
}

export function openidLines(scopes: readonly OpenidScope[]): TextKey[] {
  if (scopes.length === 0) return [];
  const [hasProfile, hasEmail] = [scopes.includes('profile'), scopes.includes('email')];
  const email = hasEmail ? 'openid.email' : 'openid.alone';
  const line = hasProfile ? (hasEmail ? 'openid.both' : 'openid.profile') : email;
  return scopes.includes('roles') ? [line, 'openid.roles'] : [line];
}
