import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { parseCopy, parseDockerfile } from '../../scripts/release/dockerfile.js';
import { readConfig, settings } from '../../src/config.js';
import { temporaryDirectory } from '../end-to-end/service.js';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const packageFacts = JSON.parse(read('package.json'));
const variables = Object.values(settings).map(({ variable }) => variable);

const instructions = parseDockerfile(read('Dockerfile'));
const lastStage = Math.max(...instructions.map(({ stage }) => stage));
const argsOf = (name: string, stage?: number) =>
  instructions
    .filter((each) => each.name === name && (stage === undefined || each.stage === stage))
    .map(({ args }) => args);
const environment = Object.fromEntries(
  argsOf('ENV').flatMap((args) => args.split(/\s+/).map((pair) => pair.split('=', 2))),
) as Record<string, string>;

interface Compose {
  readonly services: Record<
    string,
    {
      readonly build: string;
      readonly restart: string;
      readonly ports: readonly string[];
      readonly environment: Record<string, string>;
      readonly volumes: readonly string[];
      readonly mem_limit: string;
      readonly pids_limit: number;
      readonly read_only: boolean;
      readonly tmpfs: readonly string[];
      readonly cap_drop: readonly string[];
      readonly security_opt: readonly string[];
      readonly healthcheck?: object;
    }
  >;
  readonly volumes: Record<string, unknown>;
}
const compose = parse(read('docker-compose.yml')) as Compose;

describe('Dockerfile', () => {
  it('builds on a supported Node and ends in a stage of its own', () => {
    expect(argsOf('FROM').map((args) => args.replace(/@sha256:\w+/, ''))).toEqual([
      'node:22-bookworm-slim AS build',
      'node:22-bookworm-slim',
    ]);
    expect(packageFacts.engines.node).toContain('^22.');
  });

  it('copies only what exists and what .dockerignore lets through', () => {
    const ignored = read('.dockerignore').trim().split('\n');
    expect(ignored[0]).toBe('*');
    const admitted = ignored.slice(1).map((line) => line.replace(/^!/, ''));
    const copies = argsOf('COPY').map(parseCopy);
    const fromContext = copies.filter(({ from }) => from === undefined).flatMap((c) => c.sources);
    const outsideFolders = fromContext.filter(
      (source) => !admitted.some((folder) => source.startsWith(`${folder}/`)),
    );
    expect(new Set(outsideFolders)).toEqual(new Set(admitted));
    for (const source of fromContext) expect(existsSync(join(root, source)), source).toBe(true);
    const fromBuild = copies.filter(({ from }) => from !== undefined);
    expect(new Set(fromBuild.map(({ from }) => from))).toEqual(new Set(['build']));
    expect(fromBuild.flatMap(({ sources }) => sources)).toEqual([
      '/app/package.json',
      '/app/node_modules',
      '/app/dist',
    ]);
  });

  it('contains everything that the package contains and the program needs', () => {
    const brought = argsOf('COPY', lastStage)
      .map(parseCopy)
      .flatMap(({ sources }) => sources.map((source) => source.replace('/app/', '')));
    for (const folder of ['dist', 'migrations', 'package.json']) expect(brought).toContain(folder);
  });

  it('runs only scripts that exist', () => {
    const scripts = argsOf('RUN').flatMap((args) => [...args.matchAll(/npm run (\S+)/g)]);
    expect(scripts).toHaveLength(1);
    for (const [, script] of scripts) expect(packageFacts.scripts).toHaveProperty(script!);
  });

  it('sets only settings that exist, to valid values', () => {
    const names = Object.keys(environment).filter((name) => name.startsWith('NEARDUP_'));
    for (const name of names) expect(variables).toContain(name);
    const config = readConfig({}, environment);
    expect(config.host).toBe('0.0.0.0');
    expect(argsOf('VOLUME')).toEqual(['/data']);
    expect(config.dataFile.startsWith('/data/')).toBe(true);
    expect(argsOf('EXPOSE')).toEqual([String(config.port)]);
  });

  it('serves as a user without privileges', () => {
    expect(argsOf('USER', lastStage)).toEqual(['node']);
    expect(JSON.parse(argsOf('CMD', lastStage)[0]!)).toEqual([
      'node',
      packageFacts.bin.neardup,
      'serve',
    ]);
  });
});

describe('docker-compose.yml', () => {
  const service = compose.services.neardup!;

  it('builds this project and keeps the data in a named volume', () => {
    expect(service).toMatchObject({ build: '.', restart: 'unless-stopped' });
    expect(service.volumes).toEqual(['neardup-data:/data']);
    expect(Object.keys(compose.volumes)).toEqual(['neardup-data']);
  });

  it('has comments that add a directory for backups', () => {
    const taken = read('docker-compose.yml').replaceAll(/^( +)# (?=- |NEARDUP_)/gm, '$1');
    const { environment, volumes } = (parse(taken) as Compose).services.neardup!;
    expect(volumes).toEqual(['neardup-data:/data', './backups:/backups']);
    const config = readConfig({}, { ...environment, NEARDUP_API_KEY: undefined });
    expect(config.backupDirectory).toBe('/backups');
  });

  it('begins with the commands of docs/deployment.md, which keep a key for later starts', async () => {
    const [first, ...others] = read('docker-compose.yml')
      .match(/^# .+$/gm)!
      .map((line) => line.slice(2));
    expect(read('docs/deployment.md')).toContain(
      `\`\`\`sh\n${[first, ...others].join('\n')}\n\`\`\``,
    );
    const cwd = temporaryDirectory();
    const show = '(. ./.env; echo "$NEARDUP_API_KEY")';
    const { stdout } = await promisify(execFile)('bash', ['-euc', `${first}\n${show}`], { cwd });
    expect(readConfig({}, { NEARDUP_API_KEY: stdout.trim() }).apiKey).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(cwd, '.env')).mode & 0o777).toBe(0o600);
  });

  it('publishes the port that the service listens on, on loopback', () => {
    expect(service.ports).toEqual([`127.0.0.1:8080:${environment.NEARDUP_PORT}`]);
  });

  it('gives the container no more than it needs', () => {
    expect(service).toMatchObject({
      mem_limit: '2g',
      pids_limit: 256,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    // The service writes only to the volume, whose directory belongs to the user of the image.
    expect(service.tmpfs).toEqual(['/tmp:size=16m']);
    expect(argsOf('RUN', lastStage)).toEqual(['mkdir /data && chown node:node /data']);
  });

  it('uses the health check of the image, and restarts the service when it ended', () => {
    expect(service.healthcheck).toBeUndefined();
    expect(service.restart).toBe('unless-stopped');
  });

  it('requires a key and sets only settings that exist', () => {
    for (const name of Object.keys(service.environment)) expect(variables).toContain(name);
    expect(service.environment.NEARDUP_API_KEY).toMatch(/^\$\{NEARDUP_API_KEY:\?.+\}$/);
  });
});

describe('the health check', () => {
  const [, json] = /CMD (\[.+\])$/.exec(argsOf('HEALTHCHECK')[0]!) ?? [];
  const [program, flag, script] = JSON.parse(json!) as [string, string, string];

  it('requests a path that needs no key and reports the store', () => {
    const [, path] = /\$\{process\.env\.NEARDUP_PORT\}(\/\w+)/.exec(script) ?? [];
    expect(path).toBe('/readyz');
    const { paths } = JSON.parse(read('openapi/openapi.json'));
    expect(paths[path!].get.security).toEqual([]);
  });

  it('distinguishes a healthy service from a failing one', async () => {
    expect(program).toBe('node');
    for (const [status, wanted] of [
      [200, 0],
      [503, 1],
      [null, 1],
    ] as const) {
      const port = await portThatAnswers(status);
      const child = spawn(process.execPath, [flag, script], {
        env: { NEARDUP_PORT: String(port) },
      });
      const [code] = await once(child, 'exit');
      expect(code).toBe(wanted);
    }
  });
});

/** Opens a port that answers with this status; null: nothing listens on it. */
async function portThatAnswers(status: number | null): Promise<number> {
  if (status === null) return 1;
  const server = createServer((_request, response) => {
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
