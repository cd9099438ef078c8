import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { neardupScript } from '../../../test/cli/neardup-script.js';
import {
  freePort,
  type Processes,
  type Started,
  shortLived,
  until,
} from '../../testing/processes.js';
import { pyspark, requireTools, root } from '../../testing/tools.js';

/** Memory of each part of a small cluster. */
const memory = { daemon: '256m', worker: '1g', executor: '700m', driver: '700m' };

/** Settings of a submission: fast start and little compilation suit few rows. */
const settings = {
  'driver.host': '127.0.0.1',
  'driver.bindAddress': '127.0.0.1',
  'ui.enabled': 'false',
  'sql.shuffle.partitions': '2',
  // Small enough to split the inputs.
  'sql.files.maxPartitionBytes': '2m',
  'task.maxFailures': '2',
  'sql.codegen.wholeStage': 'false',
  'sql.codegen.factoryMode': 'NO_CODEGEN',
  // Recomputes the data of a dead worker immediately, without three retries.
  'shuffle.io.maxRetries': '1',
  'shuffle.io.retryWait': '1s',
};

export interface Submission {
  readonly inputs: readonly string[];
  readonly recipe: string;
  readonly output: string;
  /** Script that replaces neardup on the workers. */
  readonly neardup: string;
  /** Defaults to the script that finds near-duplicates. */
  readonly script?: string;
  readonly flags?: readonly string[];
}

/** Starts a Spark master and workers on the loopback address, for the tests of a file. */
export async function startCluster(directory: string, { start, kill }: Processes) {
  requireTools('java', 'python');
  const { home, python } = pyspark();
  const environment = {
    ...shortLived(directory),
    SPARK_HOME: home,
    SPARK_LOCAL_IP: '127.0.0.1',
    SPARK_LOCAL_DIRS: directory,
    SPARK_DAEMON_MEMORY: memory.daemon,
    PYSPARK_PYTHON: python,
  };
  const port = await freePort();
  const address = `spark://127.0.0.1:${port}`;
  let workers = 0;

  function daemon(name: string, ...args: readonly string[]): Started {
    const log = join(directory, `${name}.log`);
    return start(join(home, 'bin', 'spark-class'), args, { environment, log, cwd: directory });
  }

  async function startWorker(): Promise<Started> {
    const name = `worker-${++workers}`;
    const worker = daemon(
      name,
      'org.apache.spark.deploy.worker.Worker',
      ...['--host', '127.0.0.1', '--webui-port', '0', '--cores', '1', '--memory', memory.worker],
      ...['--work-dir', join(directory, name), address],
    );
    await until(`start of ${name}`, worker, () => /registered with master/.test(worker.output()));
    return worker;
  }

  const master = daemon(
    'master',
    'org.apache.spark.deploy.master.Master',
    ...['--host', '127.0.0.1', '--port', String(port), '--webui-port', '0'],
  );
  await until('start of the master', master, () => /elected leader/.test(master.output()));

  const submitted: Started[] = [];
  function submit({ inputs, recipe, output, neardup, flags = [], script }: Submission): Started {
    const submission = start(
      join(home, 'bin', 'spark-submit'),
      [
        ...['--master', address, '--driver-memory', memory.driver],
        ...['--executor-memory', memory.executor, '--total-executor-cores', '2'],
        ...Object.entries(settings).flatMap(([name, value]) => [
          '--conf',
          `spark.${name}=${value}`,
        ]),
        join(root, 'engines', 'spark', script ?? 'near_duplicates.py'),
        ...['--recipe', recipe, '--output', output, '--neardup', neardup, '--partitions', '2'],
        ...flags,
        ...inputs,
      ],
      {
        environment,
        log: join(directory, `submission-${submitted.length + 1}.log`),
        cwd: directory,
      },
    );
    submitted.push(submission);
    return submission;
  }

  /** Ends the submissions of a failed test, so that the next test has the workers to itself. */
  async function endSubmissions(): Promise<void> {
    for (const each of submitted) if (each.isRunning()) await kill(each);
  }

  return { startWorker, submit, endSubmissions };
}

/** Creates a process that waits in a stage until released; resolves when the stage is reached. */
export function heldIn(directory: string, stage: string) {
  const [reached, go] = ['reached', 'go'].map((name) => join(directory, `${stage}-${name}`));
  const neardup = neardupScript(
    directory,
    `held-in-${stage}`,
    `if [ "$2" = ${stage} ]; then touch '${reached}'; while [ -d '${directory}' -a ! -e '${go}' ]; do sleep 0.1; done; fi
neardup "$@"`,
  );
  return {
    neardup,
    isReached: () => existsSync(reached!),
    letGo: () => writeFileSync(go!, ''),
  };
}
