import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Directory, addresses and additional configuration of a test node. */
export interface NodePlace {
  readonly directory: string;
  /** Address that the node listens on. */
  readonly host: string;
  /** Port for clients. */
  readonly port: number;
  /** Address of the first node. */
  readonly seed: string;
  /** First token of the node's range. */
  readonly token: string;
  /** Additional lines of cassandra.yaml. */
  readonly yaml: string;
  /** Options of Java. */
  readonly machine: readonly string[];
}

/** Writes the configuration of a node, and returns the `java` arguments that start it. */
export function writeNodeFiles(library: string, { directory, machine, ...place }: NodePlace) {
  const { host } = place;
  const home = join(directory, host);
  const config = join(directory, `${host}.yaml`);
  const logback = join(directory, 'logback.xml');
  mkdirSync(home, { recursive: true });
  writeFileSync(config, yamlOf({ home, ...place }));
  writeFileSync(logback, logbackText);
  const properties = {
    'jdk.attach.allowAttachSelf': 'true',
    'io.netty.tryReflectionSetAccessible': 'true',
    'cassandra.config': `file://${config}`,
    'cassandra.storagedir': home,
    'java.io.tmpdir': home,
    'cassandra-foreground': 'yes',
    'logback.configurationFile': logback,
    'cassandra.ring_delay_ms': '2000',
    'cassandra.skip_wait_for_gossip_to_settle': '0',
    'cassandra.superuser_setup_delay_ms': '0',
  };
  return [
    ...[...exported, ...opened, ...machine],
    `-javaagent:${join(library, 'jamm-0.4.0.jar')}`,
    ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
    ...['-cp', `${directory}:${library}/*`, 'org.apache.cassandra.service.CassandraDaemon'],
  ];
}

interface NodeConfig extends Omit<NodePlace, 'directory' | 'machine'> {
  readonly home: string;
}

const yamlOf = ({ home, host, port, seed, token, yaml }: NodeConfig) => `
cluster_name: neardup-tests
num_tokens: 1
initial_token: ${token}
auto_bootstrap: false
partitioner: org.apache.cassandra.dht.Murmur3Partitioner
endpoint_snitch: SimpleSnitch
listen_address: ${host}
rpc_address: ${host}
native_transport_port: ${port}
seed_provider:
  - class_name: org.apache.cassandra.locator.SimpleSeedProvider
    parameters: [{ seeds: ${seed} }]
data_file_directories: ['${home}/data']
commitlog_directory: '${home}/commitlog'
hints_directory: '${home}/hints'
saved_caches_directory: '${home}/saved_caches'
cdc_raw_directory: '${home}/cdc_raw'
commitlog_sync: batch
commitlog_disk_access_mode: legacy
paxos_variant: v2
storage_compatibility_mode: NONE
${yaml}`;

const logbackText = `
<configuration>
  <appender name="STDOUT" class="ch.qos.logback.core.ConsoleAppender">
    <encoder><pattern>%d %level %msg%n</pattern></encoder>
  </appender>
  <root level="WARN"><appender-ref ref="STDOUT"/></root>
</configuration>
`;

/** A test node lives for minutes and shares two cores, so optimisations for long runs are off. */
export const shortLivedMachine = [
  '-Xms768m',
  '-Xmx768m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:-UsePerfData',
];

/** As in jvm17-server.options of Cassandra 5.0. */
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
