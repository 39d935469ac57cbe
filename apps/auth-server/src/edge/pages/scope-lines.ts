import { scopes as all, type OpenidScope, type Scope } from '@app/contracts';
import type { TextKey } from '@app/texts';

/** What scopes allow, as one line of a page. */
export interface ScopeLine {
  text: TextKey;
  scopes: readonly Scope[];
  /** Whether it gives power over other people's accounts: such lines come first and are marked. */
  isFarReaching: boolean;
}

/** They let an application act as others, change who people are, or make applications that do. */
const farReaching = new Set<Scope>(['user.login', 'user.write', 'app.write']);
/** What can be both read and written, which is said in one line. */
const things = ['user', 'portal', 'lo', 'enrollment', 'webhook', 'app', 'group'] as const;

/** Every one of the scopes in exactly one line, the far-reaching ones first. */
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

/** What the scopes of OpenID Connect allow, in one line; undefined without any. */
export function openidLine(scopes: readonly OpenidScope[]): TextKey | undefined {
  if (scopes.length === 0) return undefined;
  const [hasProfile, hasEmail] = [scopes.includes('profile'), scopes.includes('email')];
  if (hasProfile) return hasEmail ? 'openid.both' : 'openid.profile';
  return hasEmail ? 'openid.email' : 'openid.alone';
}
