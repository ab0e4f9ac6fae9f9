import { readFileSync } from 'node:fs';
import { errorCodeOf } from './errors.ts';
import { StartupError } from './startup-error.ts';

export type Variables = Record<string, string | undefined>;

/** Settings with secrets, which may be in files instead: `JWT_SECRET_FILE=/run/secrets/jwt`. */
export const IN_FILES = [
  ...['DATABASE_URL', 'DIRECT_DATABASE_URL', 'TARGET_DATABASE_URL', 'DATABASE_REPLICA_URLS'],
  ...['JWT_SECRET', 'SECRETS_KEY', 'HIVE_TOKEN'],
];

/** Kubernetes gives each container the addresses of services: METRICS_PORT=tcp://10.0.0.1:80, of one called metrics. */
const SERVICE_LINK = /^(tcp|udp|sctp):\/\//;

/** Files end with a line break, and Docker's `--env-file` keeps quotes. */
const tidy = (text: string): string =>
  text
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();

/** The variables that are set, without what surrounds their values, and without links to services. */
export function readVariables(environment: Variables): Variables {
  const entries = Object.entries(environment).map(([name, value = '']) => [name, tidy(value)] as const);
  const given = Object.fromEntries(entries.filter(([, value]) => value !== '' && !SERVICE_LINK.test(value)));
  return given.NODE_ENV === undefined ? given : { ...given, NODE_ENV: given.NODE_ENV.toLowerCase() };
}

/** Adds the settings that are in files. Throws a StartupError that lists all faults. */
export function withFiles(given: Variables): Variables {
  const faults: string[] = [];
  const read = IN_FILES.flatMap((name): [string, string][] => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE cannot both be set; unset one of them`);
    try {
      const value = tidy(readFileSync(path, 'utf8'));
      if (value === '') faults.push(`${name}_FILE names an empty file: ${path}`);
      return [[name, value]];
    } catch (error) {
      faults.push(`${name}_FILE names a file that cannot be read: ${path} (${errorCodeOf(error)})`);
      return [];
    }
  });
  if (faults.length > 0) throw invalid(faults);
  return { ...given, ...Object.fromEntries(read) };
}

export const invalid = (faults: readonly string[]): StartupError =>
  new StartupError(`The configuration is invalid:${faults.map((line) => `\n  ${line}`).join('')}`);
