import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  freePort,
  markName,
  type Processes,
  type Started,
  shortLived,
  until,
} from '../../testing/processes.js';
import { compiledLibrary, jarsOf, requireTools, root } from '../../testing/tools.js';

const server = 'org.apache.hadoop';

/** Variables of the NodeManager's environment that are visible to processes in containers. */
const passedOn = [...Object.keys(shortLived('')), markName, 'LD_PRELOAD'];

/** Settings of a small cluster, by file. */
function settingsOf(directory: string, ports: readonly number[], classpath: string) {
  const [nameNode, ...rest] = ports.map((port) => `127.0.0.1:${port}`);
  const [nameNodeWeb, data, dataWeb, dataRpc, ...yarn] = rest;
  const [scheduler, tracker, resource, admin, resourceWeb, node, localizer, nodeWeb] = yarn;
  const memory = { small: '512', java: '-Xmx300m' };
  return {
    core: {
      'fs.defaultFS': `hdfs://${nameNode}`,
      'hadoop.tmp.dir': join(directory, 'tmp'),
    },
    hdfs: {
      'dfs.replication': '1',
      'dfs.namenode.http-address': nameNodeWeb,
      'dfs.datanode.address': data,
      'dfs.datanode.http.address': dataWeb,
      'dfs.datanode.ipc.address': dataRpc,
      'dfs.namenode.safemode.extension': '0',
    },
    yarn: {
      'yarn.resourcemanager.scheduler.class': `${server}.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler`,
      'yarn.resourcemanager.scheduler.address': scheduler,
      'yarn.resourcemanager.resource-tracker.address': tracker,
      'yarn.resourcemanager.address': resource,
      'yarn.resourcemanager.admin.address': admin,
      'yarn.resourcemanager.webapp.address': resourceWeb,
      'yarn.nodemanager.address': node,
      'yarn.nodemanager.localizer.address': localizer,
      'yarn.nodemanager.webapp.address': nodeWeb,
      'yarn.nodemanager.hostname': '127.0.0.1',
      'yarn.nodemanager.local-dirs': join(directory, 'local'),
      'yarn.nodemanager.log-dirs': join(directory, 'logs'),
      'yarn.node-attribute.fs-store.root-dir': `file://${join(directory, 'attributes')}`,
      'yarn.nodemanager.aux-services': 'mapreduce_shuffle',
      'yarn.nodemanager.resource.memory-mb': '2560',
      'yarn.nodemanager.env-whitelist': `PATH,LANG,JAVA_HOME,HADOOP_CONF_DIR,${passedOn.join()}`,
      'yarn.nodemanager.sleep-delay-before-sigkill.ms': '50',
      'yarn.nodemanager.vmem-check-enabled': 'false',
      'yarn.nodemanager.pmem-check-enabled': 'false',
      'yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage': '99',
      'yarn.scheduler.minimum-allocation-mb': '128',
      'yarn.resourcemanager.nodemanagers.heartbeat-interval-ms': '100',
      'yarn.application.classpath': classpath,
    },
    mapred: {
      'mapreduce.framework.name': 'yarn',
      'mapreduce.application.classpath': classpath,
      'mapreduce.shuffle.port': '0',
      'mapreduce.client.progressmonitor.pollinterval': '200',
      'mapreduce.client.completion.pollinterval': '200',
      'yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms': '200',
      'yarn.app.mapreduce.am.resource.mb': memory.small,
      'yarn.app.mapreduce.am.command-opts': `${memory.java} --add-opens=java.base/java.lang=ALL-UNNAMED`,
      'mapreduce.map.memory.mb': memory.small,
      'mapreduce.reduce.memory.mb': memory.small,
      'mapred.child.java.opts': memory.java,
      'mapreduce.task.io.sort.mb': '32',
      // A failed mapper is retried once, which suffices for testing failures.
      'mapreduce.map.maxattempts': '2',
      'mapreduce.reduce.maxattempts': '2',
      'mapreduce.job.reduce.slowstart.completedmaps': '1.0',
    },
  };
}

/** Starts a NameNode, a DataNode, a ResourceManager and a NodeManager on the loopback address. */
export async function startCluster(directory: string, { start }: Processes) {
  requireTools('java', 'maven', 'python', 'compiler');
  const jars = jarsOf(join(import.meta.dirname, 'pom.xml'), 'hadoop');
  const conf = join(directory, 'conf');
  const classpath = `${conf}:${jars}/*`;
  const ports = await Promise.all(Array.from({ length: 13 }, freePort));
  writeConf(conf, settingsOf(directory, ports, `${conf},${jars}/*`));

  const java = ['--add-opens=java.base/java.lang=ALL-UNNAMED', '-cp', classpath];
  const source = join(import.meta.dirname, 'loopback.cc');
  const environment = {
    ...shortLived(directory),
    HADOOP_CONF_DIR: conf,
    LD_PRELOAD: compiledLibrary(source, join(directory, 'loopback.so')),
  };
  const runs = (log: string, memory: string, ...args: readonly string[]): Started =>
    start('java', [memory, ...java, ...args], {
      environment,
      cwd: directory,
      log: join(directory, `${log}.log`),
    });

  const format = runs(
    'format',
    '-Xmx256m',
    `${server}.hdfs.server.namenode.NameNode`,
    '-format',
    '-nonInteractive',
    '-force',
  );
  if ((await format.ended) !== 0) throw new Error(format.output());
  const [nameNode, dataNode, resources, node] = [
    runs('namenode', '-Xmx256m', `${server}.hdfs.server.namenode.NameNode`),
    runs('datanode', '-Xmx256m', `${server}.hdfs.server.datanode.DataNode`),
    runs('resourcemanager', '-Xmx256m', `${server}.yarn.server.resourcemanager.ResourceManager`),
    runs('nodemanager', '-Xmx256m', `${server}.yarn.server.nodemanager.NodeManager`),
  ];
  await until('NameNode', nameNode, () => /NameNode RPC up at/.test(nameNode.output()));
  await until('DataNode', dataNode, () =>
    /successfully registered with NN/.test(dataNode.output()),
  );
  await until('NodeManager', node, () => /Registered with ResourceManager/.test(node.output()));
  await until('ResourceManager', resources, () =>
    /Transitioned to active state/.test(resources.output()),
  );

  /** Runs a class of Hadoop like the installed `hadoop` command. */
  const hadoop = ['java', '-Xmx300m', ...java].join(' ');
  let runsOfPipeline = 0;
  /** Runs a Hadoop Streaming job. */
  const streaming = (...args: readonly string[]): Started =>
    runs(`job-${++runsOfPipeline}`, '-Xmx300m', `${server}.streaming.HadoopStreaming`, ...args);
  const python = (script: string, ...args: readonly string[]): Started =>
    start('python3', [join(root, 'engines', 'hadoop', script), ...args], {
      environment,
      cwd: directory,
      log: join(directory, `pipeline-${++runsOfPipeline}.log`),
    });
  /** Runs a file-system command and returns its output. */
  async function files(
    ...args: readonly string[]
  ): Promise<{ code: number | null; output: string }> {
    const done = runs(`files-${++runsOfPipeline}`, '-Xmx256m', `${server}.fs.FsShell`, ...args);
    return { code: await done.ended, output: done.output() };
  }
  return { hadoop, python, files, streaming };
}

function writeConf(
  conf: string,
  { core, hdfs, yarn, mapred }: ReturnType<typeof settingsOf>,
): void {
  for (const application of ['hdfs', 'datanode', 'cluster', 'node']) {
    const folder = join(conf, 'webapps', application, 'WEB-INF');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'web.xml'), '<web-app/>');
  }
  const files = { 'core-site': core, 'hdfs-site': hdfs, 'yarn-site': yarn, 'mapred-site': mapred };
  for (const [name, settings] of Object.entries(files)) {
    const properties = Object.entries(settings).map(
      ([key, value]) => `<property><name>${key}</name><value>${value}</value></property>`,
    );
    writeFileSync(
      join(conf, `${name}.xml`),
      `<?xml version="1.0"?>\n<configuration>\n${properties.join('\n')}\n</configuration>\n`,
    );
  }
  writeFileSync(
    join(conf, 'log4j.properties'),
    `log4j.rootLogger=INFO, console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.target=System.err
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d{HH:mm:ss} %p %c{1}: %m%n
`,
  );
}
