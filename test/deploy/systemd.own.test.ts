import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../src/settings/config.ts';
import { ROOT } from '../markdown.ts';
import { temporary } from '../programs.ts';

const FOLDER = join(ROOT, 'deploy/systemd');
const units = readdirSync(FOLDER);
const textOf = (unit: string): string => readFileSync(join(FOLDER, unit), 'utf8');

/** Debian has it in its package systemd. A machine without it runs no units, either. */
const isSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What `systemd-analyze` says of a unit, whose Node.js is that of the tests. */
async function analyze(unit: string, command: string[], text = textOf(unit)): Promise<string> {
  const file = join(temporary(), unit);
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath));
  const [all, env] = [[...command, file], { ...process.env, SYSTEMD_COLORS: '0', LC_ALL: 'C.UTF-8' }];
  return promisify(execFile)('systemd-analyze', all, { env }).then(
    ({ stdout, stderr }) => stdout + stderr,
    ({ stdout, stderr }) => `refused: ${stdout}${stderr}`,
  );
}

test.each(units)('the variables of %s are settings', (unit) => {
  const names = [...textOf(unit).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );
  expect(names).toContain('DATABASE_URL_FILE');
  expect(names.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

test.runIf(isSystemd).each(units)('systemd accepts %s, and finds it confined', async (unit) => {
  expect(await analyze(unit, ['verify'])).toBe('');
  // Of 10, the lower the better; a unit without protection has 9.6.
  expect(await analyze(unit, ['security', '--offline=true', '--threshold=20', '--no-pager'])).not.toContain('refused');
});

test.runIf(isSystemd)(
  'systemd refuses a unit with a mistake, and one without protection is over the limit',
  async () => {
    const [unit = ''] = units;
    const mistaken = textOf(unit).replace('ProtectHome=yes', 'ProtectHomes=yes');
    expect(await analyze(unit, ['verify'], mistaken)).toContain('ProtectHomes');
    const bare = textOf(unit).replace(/^(DynamicUser|Capab|Lock|P|Restrict(Addr|N)|SystemCall|UMask).*\n/gm, '');
    expect(await analyze(unit, ['security', '--offline=true', '--threshold=20'], bare)).toContain('refused');
  },
);
