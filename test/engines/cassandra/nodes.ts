import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions, policies, types } from 'cassandra-driver';
import { createProcesses, type Started, until } from '../processes.js';
import { jarsOf, requireTools } from '../tools.js';
import { shortLivedMachine, writeNodeFiles } from './node-files.js';

/** Real nodes of Cassandra on 127.0.0.1 and the addresses after it, each a process of its own. */
export interface Nodes {
  readonly hosts: readonly string[];
  /** Their process ids, as they run now. */
  pids(): number[];
  /** Sends a signal to a node, by its number from 0 on. */
  signal(node: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts a node again that was killed; resolves when it answers. */
  restart(node: number): Promise<void>;
  /** Ends all of them and removes what they wrote. */
  stop(): Promise<void>;
}

export interface NodesOptions {
  /** The network of their addresses: its first three numbers. */
  readonly network?: string;
  /** How Java runs them. */
  readonly machine?: readonly string[];
  /** Further lines of cassandra.yaml. */
  readonly yaml?: string;
  /** How a client of such nodes connects. */
  readonly client?: Pick<ClientOptions, 'credentials' | 'sslOptions'>;
}

const tokens = ['-9223372036854775808', '-3074457345618258603', '3074457345618258602'];

/** Of Cassandra's own keyspace `system_distributed`. */
const replicas = 3;

/** One after the other, as Cassandra wants it. Also where this process dies, none outlives it. */
export async function startNodes(
  count: number,
  { network = '127.0.0', machine = shortLivedMachine, yaml = '', client = {} }: NodesOptions = {},
): Promise<Nodes> {
  requireTools('java', 'maven');
  const library = jarsOf(join(import.meta.dirname, 'pom.xml'), 'cassandra-5.0.8');
  const directory = mkdtempSync(join(tmpdir(), 'neardup-cassandra-'));
  const hosts = tokens.slice(0, count).map((_, node) => `${network}.${node + 1}`);
  const processes = createProcesses();
  const nodes: Started[] = [];

  async function start(node: number): Promise<void> {
    await nodes[node]?.ended;
    const [host, seed, token] = [hosts[node]!, hosts[0]!, tokens[node]!];
    const options = writeNodeFiles(library, { directory, host, seed, token, yaml, machine });
    const dieWithParent = ['-n', '10', 'setpriv', '--pdeathsig', 'KILL', 'java'];
    nodes[node] = processes.start('nice', [...dieWithParent, ...options], {
      log: join(directory, `${host}.log`),
    });
    await until(`answer of node ${host}`, nodes[node], () => answers(host, client));
  }

  async function stop(): Promise<void> {
    await processes.killAll();
    process.off('exit', end);
    rmSync(directory, { recursive: true, force: true });
  }

  /** What can be done of it without waiting. */
  function end(): void {
    void processes.killAll();
    rmSync(directory, { recursive: true, force: true });
  }

  process.once('exit', end);
  try {
    for (const node of hosts.keys()) await start(node);
    if (count === replicas) {
      for (const [node, host] of hosts.entries()) {
        await until(`sight of all from node ${host}`, nodes[node]!, () => seesAll(host, client));
      }
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    hosts,
    pids: () => nodes.map(({ pid }) => pid),
    signal: (node, name) => process.kill(nodes[node]!.pid, name),
    restart: start,
    stop,
  };
}

/** A node is ready when it answers CQL; an open port is not enough. */
function answers(host: string, options: NodesOptions['client']): Promise<boolean> {
  return succeeds(host, 'SELECT release_version FROM system.local', options);
}

/** Whether a node takes all others for alive: by a read that every replica has to answer. */
function seesAll(host: string, options: NodesOptions['client']): Promise<boolean> {
  const readAll = 'SELECT * FROM system_distributed.view_build_status';
  return succeeds(host, readAll, options, types.consistencies.all);
}

async function succeeds(
  host: string,
  query: string,
  options: NodesOptions['client'],
  consistency = types.consistencies.one,
): Promise<boolean> {
  const { AllowListPolicy, RoundRobinPolicy } = policies.loadBalancing;
  const client = new Client({
    contactPoints: [host],
    localDataCenter: 'datacenter1',
    policies: { loadBalancing: new AllowListPolicy(new RoundRobinPolicy(), [`${host}:9042`]) },
    ...options,
  });
  try {
    await client.execute(query, [], { consistency });
    return true;
  } catch {
    // Not yet: it is asked again while it runs.
    return false;
  } finally {
    await client.shutdown();
  }
}
