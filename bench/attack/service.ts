import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readyUrl } from '../../harness/running-service.js';

const secrets = {
  operator: 'bench-operator-0123456789',
  honest: 'bench-honest-0123456789',
  attacker: 'bench-attacker-0123456789',
};

/** Less than the 1,024 MiB of deployments, so that memory held by an attack shows. */
const nodeFlags = ['--max-old-space-size=512'];

export interface AttackedService {
  readonly url: URL;
  /** Key of each client; null if the service has no keys. */
  readonly keys: Readonly<Record<keyof typeof secrets, string | null>>;
  /** Current resident memory in MiB. */
  readonly residentMiB: () => number;
  /** Peak resident memory in MiB since the last call. */
  readonly peakMiB: () => number;
  /** Size of the database and its log in MiB. */
  readonly fileMiB: () => number;
  /** Returns the reason for the exit of the service; null while it runs. */
  readonly ended: () => string | null;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the built service with default settings in a separate process.
 * @param program the compiled `main.js` of any version
 * @param scope scope of the attacker's key; undefined if the service has no keys
 */
export async function startAttackedService(
  program: string,
  directory: string,
  scope: 'read' | 'write' | undefined,
): Promise<AttackedService> {
  const data = join(directory, 'attacked.db');
  const child = spawn(process.execPath, [...nodeFlags, program, 'serve', '--port', '0'], {
    env: {
      ...process.env,
      NEARDUP_DATA: data,
      NEARDUP_LOG_LEVEL: 'silent',
      ...(scope === undefined ? {} : keySettings(scope)),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const url = await readyUrl(child);
  const watch = watchMemory(child);
  const keys = { operator: null, honest: null, attacker: null };
  return {
    url,
    keys: scope === undefined ? keys : secrets,
    ...watch,
    fileMiB: () =>
      readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0) /
      2 ** 20,
    ended: () => child.signalCode ?? (child.exitCode === null ? null : `code ${child.exitCode}`),
    stop: async () => {
      watch.stopWatch();
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function keySettings(scope: 'read' | 'write'): Record<string, string> {
  const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');
  const keys = [
    { name: 'honest', sha256: sha256(secrets.honest), scopes: ['write'] },
    { name: 'attacker', sha256: sha256(secrets.attacker), scopes: [scope] },
  ];
  return { NEARDUP_API_KEY: secrets.operator, NEARDUP_KEYS: JSON.stringify({ keys }) };
}

const watchEveryMs = 50;

function watchMemory({ pid }: ChildProcess) {
  let peak = 0;
  const ofPages = () => childrenOf(pid!).reduce((sum, each) => sum + memoryOf(each, 'VmRSS'), 0);
  const look = () => {
    peak = Math.max(peak, memoryOf(pid!, 'VmHWM') + ofPages());
  };
  const timer = setInterval(look, watchEveryMs);
  return {
    residentMiB: () => memoryOf(pid!, 'VmRSS') + ofPages(),
    peakMiB: () => {
      look();
      const most = peak;
      peak = 0;
      forgetPeak(pid!);
      return most;
    },
    stopWatch: () => clearInterval(timer),
  };
}

/** Returns the processes that read pages. Linux only. */
function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Returns memory in MiB; 0 if the process has ended. Without /proc only sampled peaks are known. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    if (process.platform !== 'linux') {
      return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
    }
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0; // ended, which `ended` reports
  }
}

/** Resets the peak, so that filling the service does not count. (man 5 proc_pid_clear_refs) */
function forgetPeak(pid: number): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Not permitted, or the process has ended: the peak then covers its whole lifetime.
  }
}
