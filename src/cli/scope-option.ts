import { ALL_SCOPES } from '../auth/mint.ts';
import { EVERY_COMPANY } from '../auth/scopes.ts';

/** The scopes that the gateway knows. */
export const SCOPES = [...ALL_SCOPES.split(' '), EVERY_COMPANY];

/** The scopes in a text. Throws for an unknown scope, which would grant nothing. */
export function scopesOf(text: string): string[] {
  const scopes = text.split(' ').filter((word) => word !== '');
  const unknown = scopes.filter((scope) => !SCOPES.includes(scope));
  if (unknown.length > 0)
    throw new Error(
      `Unknown scopes: ${unknown.map((scope) => `"${scope}"`).join(', ')}. Known are ${SCOPES.join(', ')}.`,
    );
  return scopes;
}
