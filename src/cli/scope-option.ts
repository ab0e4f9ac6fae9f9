import { ALL_SCOPES } from '../auth/mint.ts';
import { OWN_SCOPES, rulesOf } from '../auth/own.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';
import type { Prisma } from '../generated/prisma/client.ts';

export const SCOPES = [...ALL_SCOPES.split(' '), EVERY_COMPANY];

/** The scopes in a text. Throws for an unknown scope, which would grant nothing. */
export function scopesOf(text: string): string[] {
  const scopes = text.split(' ').filter((word) => word !== '');
  const unknown = scopes.filter((scope) => !SCOPES.includes(scope) && !OWN_SCOPES.includes(scope));
  if (unknown.length > 0)
    throw new Error(
      `Unknown scopes: ${unknown.map((scope) => `"${scope}"`).join(', ')}. Known are ${SCOPES.join(', ')}, and those of records with ":own".`,
    );
  return scopes;
}

/** The records of the option `--own`, as the claim of a token has them. Throws if a gateway would refuse them. */
export function ownOf(text: string | undefined, scopes: readonly string[]): Prisma.InputJsonObject | undefined {
  const own = text === undefined ? undefined : parsed(text);
  const fault = rulesOf(own, new Set(scopes));
  if (typeof fault === 'string') throw new Error(`--own ${fault}.`);
  return own;
}

function parsed(text: string): Prisma.InputJsonObject {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`--own must be JSON, such as '{"tank":{"customer_id":"c-17"}}'.`);
  }
}
