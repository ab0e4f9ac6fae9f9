import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, SETTINGS } from '../../src/settings/config.ts';
import { SECRETS_KEY } from '../cipher.ts';
import { SECRET } from '../gateway.ts';
import { ROOT, readPage } from '../markdown.ts';
import { temporary } from '../programs.ts';
import {
  type Container,
  FOLDER,
  imageSettings,
  type Manifest,
  manifests,
  readManifests,
  settingsOf,
} from './manifests.ts';

const SECRETS = {
  'database-url': 'postgresql://gateway:secret@db.example.com/gateway',
  'jwt-secret': SECRET,
  'secrets-key': SECRETS_KEY,
};
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((each) => each.kind === kind && each.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found;
};
const containers = manifests.flatMap(({ spec }) => spec.template?.spec.containers ?? []);

/** What the schema of Kubernetes says of values: words, quantities and what is required. */
async function valueFaults({ apiVersion, ...manifest }: Manifest): Promise<string[]> {
  const { [manifest.kind]: Kind } = await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}`);
  if (Kind === undefined) return [`${apiVersion} has no ${manifest.kind}`];
  try {
    new Kind(manifest).validate();
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** What the compiler says of fields: those that a kind does not have, such as a misspelled or a misplaced one. */
async function fieldFaults(checked: Manifest[]): Promise<string> {
  const folder = temporary();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const lines = checked.map((manifest, index) => {
    const type = `import('kubernetes-models/${manifest.apiVersion}').I${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'manifests.ts'];
  return promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), options, { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the manifests are what the schema of Kubernetes has', async () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget', 'Deployment']);
  expect((await Promise.all(manifests.map(valueFaults))).flat()).toEqual([]);
  expect(await fieldFaults(manifests)).toBe('');
});

test('a wrong word, quantity, type, level or name in a manifest is found', async () => {
  const text = readFileSync(join(FOLDER, 'gateway.yaml'), 'utf8');
  const broken = (from: string, to: string): Manifest[] => {
    expect(text).toContain(from);
    return readManifests(text.replace(from, to));
  };
  const values = async (from: string, to: string) => (await Promise.all(broken(from, to).map(valueFaults))).join();
  expect(await values('cpu: 500m', 'cpu: half')).toContain('/resources/requests/cpu');
  expect(await values('AlwaysAllow', 'Allways')).toContain('/spec/unhealthyPodEvictionPolicy');
  expect(await values('runAsUser: 1000', 'runAsUser: node')).toContain('/securityContext/runAsUser');
  expect(await values('        - name: gateway', '        - names: gateway')).toContain('/containers/0');
  expect(await fieldFaults(broken('readinessProbe', 'readynessProbe'))).toContain('"readynessProbe"');
  expect(await fieldFaults(broken('runAsGroup: 1000', 'readOnlyRootFilesystem: true'))).toContain(
    "'IPodSecurityContext'",
  );
});

test('every variable of a manifest is a setting, and the programs accept their values', () => {
  const variables = containers.flatMap(({ env }) => env.map(({ name }) => name));
  expect(variables.filter((name) => !SETTINGS.includes(name))).toEqual([]);
  expect(variables).toContain('METRICS_PORT');
  for (const container of containers)
    expect(() => readConfig({ serves: !container.args, environment: settingsOf(container, SECRETS) })).not.toThrow();
});

test('secrets come by reference, and docs/deploying.md creates each of them', () => {
  const references = containers.flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []));
  expect(new Set(references.map(({ key }) => key))).toEqual(new Set(Object.keys(SECRETS)));
  const [, created = ''] =
    /kubectl create secret generic (field-operations [\s\S]*?)```/.exec(readPage('docs/deploying.md')) ?? [];
  for (const { name, key } of references)
    expect(created).toMatch(new RegExp(`^${name} [\\s\\S]*--from-literal=${key}=`));
});

test('ports, programs and the user are those of the image', () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const portOf = ({ ports }: Container, name: string) => ports.find((port) => port.name === name)?.containerPort;
  const [gateway, worker] = [named('Deployment', 'gateway'), named('Deployment', 'worker')].map(
    ({ spec }) => spec.template?.spec.containers[0],
  );
  expect(gateway && portOf(gateway, 'http')).toBe(Number(imageSettings().PORT));
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(worker?.args).toEqual(['node', '--max-semi-space-size=16', 'dist/worker.js']);
  for (const container of [gateway, worker])
    expect(container?.env).toContainEqual({
      name: 'METRICS_PORT',
      value: String(container && portOf(container, 'metrics')),
    });
});

test('the service and the budget select the gateways, and all files are in the kustomization', () => {
  const { spec } = named('Deployment', 'gateway');
  const labels = spec.template?.metadata.labels;
  for (const selector of [
    named('Service', 'gateway').spec.selector,
    spec.selector?.matchLabels,
    named('PodDisruptionBudget', 'gateway').spec.selector?.matchLabels,
  ])
    expect(labels).toMatchObject(selector ?? { is: 'missing' });
  const { resources, images } = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'));
  expect(resources.filter((file: string) => !existsSync(join(FOLDER, file)))).toEqual([]);
  expect(resources).toHaveLength(2);
  expect(images).toEqual([{ name: 'field-operations-gateway', newTag: JSON.parse(readPage('package.json')).version }]);
});

test('a gateway is asked often enough to be left out while it drains, and has the time to stop', () => {
  for (const { spec } of manifests) {
    const [container, grace] = [spec.template?.spec.containers[0], spec.template?.spec.terminationGracePeriodSeconds];
    if (container === undefined) continue;
    const { drainSeconds } = readConfig({ serves: !container.args, environment: settingsOf(container, SECRETS) });
    expect(grace).toBeGreaterThanOrEqual(drainSeconds + 10);
    expect(container.readinessProbe?.periodSeconds ?? 0).toBeLessThan(drainSeconds);
  }
});
