/**
 * Carries out the Dockerfile without a container engine, each step in an empty folder of its own: `tsx
 * test/packaging/run-dockerfile.ts WORK`, as root in a mount namespace of its own (`unshare --mount`). This machine stands
 * for the base image: the root of a stage is an overlay over its root, with a user `node`, so a step may install and delete
 * what it wants. Prints the root of the last stage, and writes its settings into WORK/image.json.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Instruction, parseCopy, parseDockerfile } from '../../scripts/release/dockerfile.js';

interface Stage {
  readonly root: string;
  readonly environment: Record<string, string>;
  folder: string;
  user: string;
  command: readonly string[];
  healthCheck: readonly string[];
}

const context = join(import.meta.dirname, '../..');
const work = resolve(process.argv[2]!);
const stages = new Map<string, Stage>();
let stage: Stage | undefined;
// An overlay cannot be above another one, which the root of a container is.
mkdirSync(work, { recursive: true });
run('mount', ['-t', 'tmpfs', 'tmpfs', work]);

for (const instruction of parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
  process.stderr.write(`${instruction.name} ${instruction.args.slice(0, 100)}\n`);
  carryOut(instruction);
}
const { root, ...settings } = stage!;
writeFileSync(join(work, 'image.json'), JSON.stringify(settings));
process.stdout.write(`${root}\n`);

function carryOut({ name, args }: Instruction): void {
  if (name === 'FROM') {
    const [, label = 'last'] = / AS (\S+)$/.exec(args) ?? [];
    stage = begin(label);
    stages.set(label, stage);
    return;
  }
  const current = stage!;
  if (name === 'ENV') {
    for (const [, variable, value] of args.matchAll(/(\S+?)=(\S+)/g)) {
      current.environment[variable!] = value!;
    }
  } else if (name === 'WORKDIR') {
    current.folder = args;
    mkdirSync(join(current.root, args), { recursive: true });
  } else if (name === 'COPY') copy(current, args);
  else if (name === 'RUN') enter(current, args);
  else if (name === 'USER') current.user = args;
  else if (name === 'CMD') current.command = JSON.parse(args);
  else if (name === 'HEALTHCHECK') {
    current.healthCheck = JSON.parse(args.slice(args.indexOf('CMD ') + 4));
  } else if (!['EXPOSE', 'LABEL', 'VOLUME'].includes(name)) {
    throw new Error(`${name} is not known here`);
  }
}

/** Begins a stage: an overlay over the root of this machine. */
function begin(label: string): Stage {
  const [upper, scratch, root] = ['upper', 'scratch', 'root'].map((part) =>
    join(work, label, part),
  );
  for (const folder of [upper!, scratch!, root!]) mkdirSync(folder, { recursive: true });
  const layers = `lowerdir=/,upperdir=${upper},workdir=${scratch}`;
  run('mount', ['-t', 'overlay', 'overlay', '-o', layers, root!]);
  run('mount', ['-t', 'proc', 'proc', join(root!, 'proc')]);
  for (const device of ['null', 'random', 'tty', 'urandom', 'zero']) {
    writeFileSync(join(root!, 'dev', device), '');
    run('mount', ['--bind', `/dev/${device}`, join(root!, 'dev', device)]);
  }
  const begun: Stage = {
    ...{ root: root!, environment: {}, folder: '/', user: 'root', command: [], healthCheck: [] },
  };
  enter(begun, 'id node >/dev/null 2>&1 || useradd --create-home node');
  return begun;
}

/** Runs a command of the shell in a stage. */
function enter({ root, environment, folder }: Stage, command: string): void {
  const inside = ['sh', '-c', `cd ${folder} && ${command}`];
  run('chroot', [root, ...inside], { ...process.env, ...environment });
}

function copy({ root, folder }: Stage, args: string): void {
  const { sources, from } = parseCopy(args);
  const target = join(root, resolve(folder, args.split(' ').at(-1)!));
  const origin = from === undefined ? context : stages.get(from)!.root;
  for (const source of sources) {
    const path = join(origin, source);
    // As docker does: of a folder its contents.
    const isFolder = statSync(path).isDirectory();
    const isInto = args.endsWith('/') || sources.length > 1;
    mkdirSync(isFolder || isInto ? target : join(target, '..'), { recursive: true });
    if (isFolder) {
      for (const entry of readdirSync(path)) {
        cpSync(join(path, entry), join(target, entry), { recursive: true, verbatimSymlinks: true });
      }
    } else cpSync(path, isInto ? join(target, basename(path)) : target);
  }
}

function run(program: string, args: readonly string[], env = process.env): void {
  const { status } = spawnSync(program, args, { env, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} exited with ${status}`);
}
