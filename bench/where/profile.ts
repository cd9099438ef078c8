import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of a V8 CPU profile that are read here. Times are in microseconds. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
  /** On the monotonic clock of the machine, like `process.hrtime`. */
  readonly startTime: number;
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** A stretch of time in microseconds of `process.hrtime`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Sampled time of each step of a thread, in microseconds. */
export interface ThreadProfile {
  /** Number that Node gives the thread; 0 for the main thread. */
  readonly thread: number;
  readonly steps: ReadonlyMap<string, number>;
}

/** Steps, by the file of a function. The first pattern that matches counts. */
const stepsByFile: readonly (readonly [RegExp, string])[] = [
  [/\/dist\/text\//, 'sign: words'],
  [/\/dist\/fingerprint\//, 'sign: counts, hashes, evidence'],
  [/\/dist\/extract\//, 'read the page'],
  [/\/dist\/http\/stages\/body|\/secure-json-parse\//, 'parse the body'],
  [/\/dist\/api\/|\/zod\//, 'validate, write the reply'],
  [/\/dist\/http\//, 'HTTP: stages and routes'],
  [/\/dist\/quota\//, 'queues and shares'],
  [/\/dist\/detector\//, 'use cases'],
  [/\/dist\/workers\//, 'hand over to signing'],
  [/\/dist\/store\/sqlite\/(thread|sqlite-store|requests)/, 'exchange with the store thread'],
  [/\/dist\/store\/sqlite\/search\/|\/dist\/matching\//, 'store: search and decide'],
  [/\/dist\/store\/sqlite\/(runs|write-buffer)\//, 'store: index on disk'],
  [/\/dist\/store\//, 'store: rows and transactions'],
  [/\/node_modules\/(fastify|@fastify|find-my-way|pino|light-my-request)/, 'Fastify and its log'],
];

/** Files of Node that do the work of a step themselves, for any caller. */
const nodeStreams = /^node:(_http|net$|http|stream|internal\/(streams|http|net|stream_base))/;

/**
 * Returns the step of a function called by another step. Functions of libraries and of Node count for the step that
 * calls them, except HTTP and streams.
 */
function stepOf({ functionName, url }: ProfileNode['callFrame'], caller: string): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  // A thread of Piscina waits in this function for its next task.
  if (functionName === '(idle)' || functionName === 'atomicsWaitLoop') return 'idle';
  if (nodeStreams.test(url)) return 'Node: HTTP and streams';
  return stepsByFile.find(([file]) => file.test(url))?.[1] ?? caller;
}

/** Reads the profiles that `node --cpu-prof` has written into a directory, one for each thread. */
export function readProfiles(directory: string, window: Window): ThreadProfile[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => ({
      thread: Number(name.split('.')[4]),
      steps: sumSteps(JSON.parse(readFileSync(join(directory, name), 'utf8')), window),
    }))
    .toSorted((a, b) => a.thread - b.thread);
}

/** Returns the sampled time of each step within a window. */
function sumSteps(profile: CpuProfile, window: Window): Map<string, number> {
  const steps = nodeSteps(profile.nodes);
  const sums = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, sample] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index]!;
    at += delta;
    if (at < window.from || at > window.to) continue;
    const step = steps.get(sample)!;
    sums.set(step, (sums.get(step) ?? 0) + delta);
  }
  return sums;
}

function nodeSteps(nodes: readonly ProfileNode[]): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const steps = new Map<number, string>();
  const open: [ProfileNode, string][] = [[nodes[0]!, 'Node: the rest']];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, caller] = next;
    const step = stepOf(node.callFrame, caller);
    steps.set(node.id, step);
    for (const child of node.children ?? []) open.push([byId.get(child)!, step]);
  }
  return steps;
}
