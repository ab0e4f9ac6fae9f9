import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../markdown.ts';

export interface EnvVar {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

export interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
}

export interface Container {
  args?: string[];
  ports: { name: string; containerPort: number }[];
  env: EnvVar[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
}

/** What these tests read of a manifest. The schema of Kubernetes judges the rest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template?: {
      metadata: { labels: Record<string, string> };
      spec: { terminationGracePeriodSeconds: number; containers: [Container] };
    };
    selector?: Record<string, unknown>;
    ports?: { targetPort: string }[];
  };
}

export const FOLDER = join(ROOT, 'deploy/kubernetes');

/** The documents of a file of manifests. */
export const readManifests = (text: string): Manifest[] =>
  parseAllDocuments(text, { strict: true }).map((document) => {
    for (const error of document.errors) throw error;
    return document.toJS();
  });

export const manifests = readdirSync(FOLDER)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => readManifests(readFileSync(join(FOLDER, file), 'utf8')));

/** The settings that the image has: ENV of the Dockerfile. */
export const imageSettings = (): Record<string, string> => {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? [];
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=', 2)));
};

/** The settings of a container, with these secrets in place of those of the cluster. */
export const settingsOf = ({ env }: Container, secrets: Record<string, string>): Record<string, string> => ({
  ...imageSettings(),
  ...Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [name, value ?? secrets[valueFrom?.secretKeyRef.key ?? ''] ?? '']),
  ),
});
