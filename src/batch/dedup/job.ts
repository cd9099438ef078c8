import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describeFileError, NeardupError } from '../../errors.js';
import { writeFailure } from '../spill-file.js';
import { noLengths, type SpilledLengths } from './signed-documents.js';

/*
 *   DIR.part/            working directory; remains after an interrupted run
 *     job.json           description of the job; a run with another job does not resume it
 *     checkpoint.json    progress of signing
 *     records.bin …      signed documents: signed-documents.ts
 *     outputs/           renamed to DIR at the end
 */

/** Inputs and settings of the signing stage. Two runs with equal jobs write equal files. */
export interface Job {
  /** Version of the files that signing writes. Increase it when they change. */
  readonly version: 7;
  readonly inputs: readonly JobInput[];
  readonly recipeId: string;
  /** Fields of a line that make up the document. */
  readonly fields: string;
  /** True to store the input records, so that the records of kept documents can be written to files. */
  readonly keepsLines: boolean;
  /** Rule for choosing the kept copy, as given on the command line. */
  readonly keep: string;
  /** Existing documents, as given on the command line; absent if there are none. */
  readonly against?: readonly unknown[] | undefined;
}

export interface JobInput {
  readonly name: string;
  /** Size in bytes; null for a pipe, which cannot be read again. */
  readonly size: number | null;
  readonly modifiedAtMs: number | null;
}

export interface Checkpoint {
  readonly documents: number;
  /** Number of documents without an id. Such documents are named by position. */
  readonly unnamed: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly lengths: SpilledLengths;
  /** Number of the current or next input (from 0), followed by the number of the last item finished in this input. */
  readonly input: number;
  readonly item: number;
  /** True once all inputs are signed. */
  readonly complete: boolean;
}

export const noCheckpoint: Checkpoint = {
  documents: 0,
  unnamed: 0,
  rejected: 0,
  skipped: 0,
  lengths: noLengths,
  input: 0,
  item: 0,
  complete: false,
};

export interface OpenJob {
  readonly directory: string;
  /** Progress of the interrupted run that is resumed; `noCheckpoint` for a new job. */
  readonly checkpoint: Checkpoint;
}

/**
 * Begins a job, or resumes an interrupted one.
 * @throws NeardupError `validation_failed` if the outputs already exist, or the working directory belongs to another
 * job
 */
export function openJob(out: string, job: Job): OpenJob {
  if (existsSync(out)) {
    throw refusal(`Cannot write "${out}": it already exists`);
  }
  const directory = `${out}.part`;
  const file = join(directory, 'job.json');
  const wanted = JSON.stringify(job);
  const isRepeatable = job.inputs.every(({ size }) => size !== null);
  const found = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (found !== null && found !== wanted && isRepeatable) {
    throw refusal(
      `Cannot continue in "${directory}": it was left by an interrupted run with other inputs, another recipe, other fields or another release. Repeat that run, or remove the directory`,
    );
  }
  const checkpointFile = join(directory, 'checkpoint.json');
  if (found === wanted && existsSync(checkpointFile)) {
    const checkpoint = JSON.parse(readFileSync(checkpointFile, 'utf8')) as Checkpoint;
    // A pipe cannot be read again, so the job can only be resumed if all its input was signed.
    if (isRepeatable || checkpoint.complete) return { directory, checkpoint };
  }
  rmSync(directory, { recursive: true, force: true });
  makeDirectory(directory);
  writeDurably(file, wanted);
  return { directory, checkpoint: noCheckpoint };
}

/**
 * Makes a directory and its missing parents. `mkdirSync` with `recursive` never returns on a file system that accepts
 * no directories, such as /proc.
 */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // The directory may exist now: another process may have made it, or it is "a/..", which exists once "a" does.
    if (existsSync(directory)) return;
    throw refusal(`Cannot make the folder "${directory}": ${describeFileError(error as Error)}`);
  }
}

export function saveCheckpoint(directory: string, checkpoint: Checkpoint): void {
  writeDurably(join(directory, 'checkpoint.json'), JSON.stringify(checkpoint));
}

/** Removes the files of a failed run. */
export function removeJob(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

/** Creates an empty directory for the outputs. */
export function createOutputDirectory(directory: string): string {
  const outputs = join(directory, 'outputs');
  rmSync(outputs, { recursive: true, force: true });
  mkdirSync(outputs);
  return outputs;
}

/** Moves the outputs to their final name and removes the working directory. */
export function completeJob(directory: string, out: string): void {
  renameSync(join(directory, 'outputs'), out);
  rmSync(directory, { recursive: true });
}

/**
 * Replaces a file atomically: even after a crash, it contains either all of the old text or all of the new one.
 * @throws NeardupError `disk_full`
 */
export function writeDurably(file: string, text: string): void {
  const written = `${file}.new`;
  try {
    writeFileSync(written, text);
    const descriptor = openSync(written, 'r+');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    throw writeFailure(file, error);
  }
  renameSync(written, file);
}

function refusal(message: string): NeardupError {
  return new NeardupError('validation_failed', message);
}
