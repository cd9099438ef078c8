import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientOptions, policies, types } from 'cassandra-driver';
import { createProcesses, type Started, until } from '../../../testing/processes.js';
import { jarsOf, requireTools } from '../../../testing/tools.js';
import { shortLivedMachine, writeNodeFiles } from './node-files.js';

/**
 * Real Cassandra nodes on 127.0.0.1 and the following addresses, each in a separate process. Several clusters can run
 * on one machine if their addresses differ; the driver requires one port for all nodes of a cluster.
 */
export interface Nodes {
  readonly hosts: readonly string[];
  readonly port: number;
  /** Returns the current process ids. */
  pids(): number[];
  /** Returns the folder with all files of a node. */
  home(node: number): string;
  /** Sends a signal to a node, by number from 0. */
  signal(node: number, name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Restarts a killed node once its process has exited; resolves when the node answers. */
  restart(node: number): Promise<void>;
  /** Resolves when each of three nodes considers the others alive. */
  whole(): Promise<void>;
  /** Stops all nodes and removes their files. */
  stop(): Promise<void>;
}

/** Default address of the first node. */
export const firstAddress = process.env.TEST_CASSANDRA_ADDRESS ?? '127.0.0.1';
/** Not Cassandra's default port, so that a test that omits the port reaches no node. */
const usualPort = Number(process.env.TEST_CASSANDRA_PORT ?? 19_042);

export interface NodesOptions {
  /** Address of the first node; the others use the following addresses. */
  readonly address?: string;
  readonly port?: number;
  /** Options of Java. */
  readonly machine?: readonly string[];
  /** Additional lines of cassandra.yaml. */
  readonly yaml?: string;
  /** Client options for these nodes. */
  readonly client?: Pick<ClientOptions, 'credentials' | 'sslOptions'>;
}

const tokens = ['-9223372036854775808', '-3074457345618258603', '3074457345618258602'];

/** Replicas of Cassandra's own keyspace `system_distributed`. */
const replicas = 3;

/** Starts nodes one at a time, as Cassandra requires. No node survives this process. */
export async function startNodes(
  count: number,
  {
    address = firstAddress,
    port = usualPort,
    machine = shortLivedMachine,
    yaml = '',
    client = {},
  }: NodesOptions = {},
): Promise<Nodes> {
  requireTools('java', 'maven');
  const library = jarsOf(join(import.meta.dirname, 'pom.xml'), 'cassandra-5.0.8');
  const directory = mkdtempSync(join(tmpdir(), 'neardup-cassandra-'));
  const hosts = tokens.slice(0, count).map((_, node) => addressAfter(address, node));
  const ask = askAt(port, client);
  const processes = createProcesses();
  const nodes: Started[] = [];

  async function start(node: number): Promise<void> {
    await nodes[node]?.ended;
    const [host, seed, token] = [hosts[node]!, hosts[0]!, tokens[node]!];
    const place = { directory, host, port, seed, token, yaml, machine };
    const options = writeNodeFiles(library, place);
    const dieWithParent = ['-n', '10', 'setpriv', '--pdeathsig', 'KILL', 'java'];
    nodes[node] = processes.start('nice', [...dieWithParent, ...options], {
      log: join(directory, `${host}.log`),
    });
    await until(`answer of node ${host}`, nodes[node], () => answers(ask, host));
  }

  async function whole(): Promise<void> {
    for (const [node, host] of hosts.entries()) {
      await until(`sight of all from node ${host}`, nodes[node]!, () => seesAll(ask, host));
    }
  }

  async function stop(): Promise<void> {
    await processes.killAll();
    process.off('exit', end);
    rmSync(directory, { recursive: true, force: true });
  }

  /** Kills the nodes and deletes their files without waiting. */
  function end(): void {
    void processes.killAll();
    rmSync(directory, { recursive: true, force: true });
  }

  process.once('exit', end);
  try {
    for (const node of hosts.keys()) await start(node);
    if (count === replicas) await whole();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    hosts,
    port,
    pids: () => nodes.map(({ pid }) => pid),
    home: (node) => join(directory, hosts[node]!),
    signal: (node, name) => process.kill(nodes[node]!.pid, name),
    restart: start,
    whole,
    stop,
  };
}

/** Resolves to true if a node answers a query. */
type Ask = (host: string, query: string, consistency: types.consistencies) => Promise<boolean>;

/** Tests if a node answers CQL; an open port does not mean that it is ready. */
function answers(ask: Ask, host: string): Promise<boolean> {
  return ask(host, 'SELECT release_version FROM system.local', types.consistencies.one);
}

/** Tests if a node considers all others alive, by a read that every replica must answer. */
function seesAll(ask: Ask, host: string): Promise<boolean> {
  const readAll = 'SELECT * FROM system_distributed.view_build_status';
  return ask(host, readAll, types.consistencies.all);
}

function askAt(port: number, options: NodesOptions['client']): Ask {
  const { AllowListPolicy, RoundRobinPolicy } = policies.loadBalancing;
  return async (host, query, consistency) => {
    const client = new Client({
      contactPoints: [host],
      localDataCenter: 'datacenter1',
      protocolOptions: { port },
      policies: {
        loadBalancing: new AllowListPolicy(new RoundRobinPolicy(), [`${host}:${port}`]),
      },
      ...options,
    });
    try {
      await client.execute(query, [], { consistency });
      return true;
    } catch {
      // Not yet; retried while the node runs.
      return false;
    } finally {
      await client.shutdown();
    }
  };
}

function addressAfter(address: string, count: number): string {
  const [, network, last] = /^(.*\.)(\d+)$/.exec(address)!;
  return `${network}${Number(last) + count}`;
}
