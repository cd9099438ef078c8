import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'cassandra-driver';

/** Real nodes of Cassandra on 127.0.0.1, .2 and .3, each a process of its own. */
export interface Nodes {
  readonly hosts: readonly string[];
  /** Sends a signal to a node, by its number from 0 on. */
  signal(node: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Starts a node again that was killed; resolves when it answers. */
  restart(node: number): Promise<void>;
  /** Ends all of them and removes what they wrote. */
  stop(): Promise<void>;
}

const cache = resolve('.cache/engines/cassandra');
const library = join(cache, 'lib');
const tokens = ['-9223372036854775808', '-3074457345618258603', '3074457345618258602'];

/** One after the other, as Cassandra wants it. */
export async function startNodes(count: number): Promise<Nodes> {
  fetchJars();
  const directory = mkdtempSync(join(tmpdir(), 'neardup-cassandra-'));
  const hosts = tokens.slice(0, count).map((_, node) => `127.0.0.${node + 1}`);
  const processes: ChildProcess[] = [];
  const start = async (node: number) => {
    processes[node] = spawnNode(directory, node);
    await ready(hosts[node]!, processes[node]!, directory, node);
  };
  const end = () => {
    for (const child of processes) if (child.exitCode === null) child.kill('SIGKILL');
  };
  process.once('exit', end);
  try {
    for (const node of hosts.keys()) await start(node);
  } catch (error) {
    end();
    throw error;
  }
  return {
    hosts,
    signal(node, name) {
      processes[node]!.kill(name);
    },
    restart: start,
    async stop() {
      end();
      await Promise.all(processes.map(exited));
      process.off('exit', end);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function fetchJars(): void {
  if (existsSync(join(library, 'cassandra-all-5.0.8.jar'))) return;
  for (const program of ['java', 'mvn']) {
    try {
      execFileSync(program, ['-version'], { stdio: 'ignore' });
    } catch (cause) {
      throw new Error(`The tests of Cassandra need ${program} (JDK 17 and Maven)`, { cause });
    }
  }
  mkdirSync(library, { recursive: true });
  const pom = join(import.meta.dirname, 'pom.xml');
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime'];
  execFileSync('mvn', ['-q', '-B', '-f', pom, ...goal, `-DoutputDirectory=${library}`], {
    stdio: 'inherit',
  });
}

function spawnNode(directory: string, node: number): ChildProcess {
  const home = join(directory, `node${node}`);
  const config = join(directory, `node${node}.yaml`);
  const logback = join(directory, 'logback.xml');
  mkdirSync(home, { recursive: true });
  writeFileSync(config, yamlOf(home, node));
  writeFileSync(logback, logbackText);
  const log = openSync(join(directory, `node${node}.log`), 'a');
  const properties = {
    'cassandra.config': `file://${config}`,
    'cassandra.storagedir': home,
    'cassandra-foreground': 'yes',
    'logback.configurationFile': logback,
    'cassandra.jmx.local.port': `${7101 + node}`,
    'cassandra.ring_delay_ms': '2000',
    'cassandra.skip_wait_for_gossip_to_settle': '0',
    'cassandra.superuser_setup_delay_ms': '0',
  };
  return spawn(
    'nice',
    [
      ...['-n', '10', 'java', ...exported, ...opened],
      ...['-Djdk.attach.allowAttachSelf=true', '-Dio.netty.tryReflectionSetAccessible=true'],
      ...['-Xms768m', '-Xmx768m', `-javaagent:${join(library, 'jamm-0.4.0.jar')}`],
      ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
      ...['-cp', `${directory}:${library}/*`, 'org.apache.cassandra.service.CassandraDaemon'],
    ],
    { stdio: ['ignore', log, log] },
  );
}

/** A node is ready when it answers CQL; an open port is not enough. */
async function ready(host: string, child: ChildProcess, directory: string, node: number) {
  for (let tries = 0; tries < 480; tries++) {
    if (child.exitCode !== null) {
      throw new Error(`A node of Cassandra ended: see ${directory}/node${node}.log`);
    }
    const client = new Client({ contactPoints: [host], localDataCenter: 'datacenter1' });
    try {
      await client.execute('SELECT release_version FROM system.local');
      return;
    } catch {
      // Not yet: it is asked again until the time is over.
      await sleep(500);
    } finally {
      await client.shutdown();
    }
  }
  throw new Error(`Node ${host} does not answer: see ${directory}/node${node}.log`);
}

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('exit', () => done()));
}

const yamlOf = (home: string, node: number) => `
cluster_name: neardup-tests
num_tokens: 1
initial_token: ${tokens[node]}
auto_bootstrap: false
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
listen_address: 127.0.0.${node + 1}
rpc_address: 127.0.0.${node + 1}
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{ seeds: 127.0.0.1 }]
data_file_directories: ['${home}/data']
commitlog_directory: '${home}/commitlog'
hints_directory: '${home}/hints'
saved_caches_directory: '${home}/saved_caches'
cdc_raw_directory: '${home}/cdc_raw'
commitlog_sync: batch
commitlog_disk_access_mode: legacy
paxos_variant: v2
storage_compatibility_mode: NONE
`;

const logbackText = `
<configuration>
  <appender name="STDOUT" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d %level %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="STDOUT"/></root>
</configuration>
`;

/** As jvm17-server.options of Cassandra 5.0 has them. */
const exported = [
  ...['java.base/jdk.internal.misc', 'java.base/jdk.internal.ref', 'java.base/sun.nio.ch'],
  ...['java.management.rmi/com.sun.jmx.remote.internal.rmi', 'java.rmi/sun.rmi.registry'],
  ...['java.rmi/sun.rmi.server', 'java.sql/java.sql', 'java.base/java.lang.ref'],
  ...['java.base/java.lang.reflect', 'jdk.unsupported/sun.misc'],
].flatMap((name) => ['--add-exports', `${name}=ALL-UNNAMED`]);

const opened = [
  ...['java.base/java.lang.module', 'java.base/java.net', 'java.base/jdk.internal.loader'],
  ...[
    'java.base/jdk.internal.ref',
    'java.base/jdk.internal.reflect',
    'java.base/jdk.internal.math',
  ],
  ...['java.base/jdk.internal.module', 'java.base/jdk.internal.util.jar'],
  ...['jdk.management/com.sun.management.internal', 'java.base/sun.nio.ch', 'java.base/java.io'],
  ...['java.base/java.lang', 'java.base/java.lang.reflect', 'java.base/java.util'],
  ...['java.base/java.util.concurrent', 'java.base/java.util.concurrent.atomic'],
  ...['java.base/java.nio', 'java.rmi/sun.rmi.transport.tcp'],
].flatMap((name) => ['--add-opens', `${name}=ALL-UNNAMED`]);
