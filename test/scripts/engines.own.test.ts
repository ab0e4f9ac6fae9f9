import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const semver: { subset: (part: string, whole: string) => boolean } = createRequire(import.meta.url)('semver');

interface Package {
  version?: string;
  engines?: { node?: string };
  optional?: boolean;
}
const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

test('every installed package supports every Node.js that the gateway supports, so that npm ci --engine-strict works', () => {
  const { engines } = read('package.json');
  const packages: Record<string, Package> = read('package-lock.json').packages;
  // npm leaves out an optional package that does not fit.
  const unfit = Object.entries(packages).filter(
    ([, { engines: needed, optional }]) => !optional && needed?.node && !semver.subset(engines.node, needed.node),
  );
  expect(unfit.map(([path, { version, engines: needed }]) => `${path} ${version}: ${needed?.node}`)).toEqual([]);
});
