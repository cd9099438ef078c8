import { existsSync } from 'node:fs';
import { NeardupError } from '../../../errors.js';
import { openDatabase } from '../file/connection.js';
import { repair } from './repair.js';
import { type OnProgress, type Verified, verify } from './verify.js';

export interface VerifyFileOptions {
  /** True: repairs faults where possible, then verifies again. */
  readonly repair: boolean;
  readonly onProgress: OnProgress;
}

export interface VerifiedFile extends Verified {
  /** Faults that were found before the repair; empty if nothing was repaired. */
  readonly repaired: Verified['faults'];
  /** Number of documents that the repair had to delete. */
  readonly lost: number;
}

/**
 * Verifies a database file that no process has open, and optionally repairs it.
 * @throws NeardupError `not_ready` if the file cannot be opened
 */
export function verifyFile(file: string, options: VerifyFileOptions): VerifiedFile {
  if (!existsSync(file)) {
    throw new NeardupError('not_ready', `Cannot verify "${file}": the file does not exist`);
  }
  const db = openDatabase(file);
  try {
    const found = verify(db, options.onProgress);
    const broken = found.faults.some(({ what }) => what.startsWith('SQLite: '));
    if (!options.repair || found.faults.length === 0 || broken) {
      return { ...found, repaired: [], lost: 0 };
    }
    const lost = repair(db, options.onProgress);
    return { ...verify(db, options.onProgress), repaired: found.faults, lost };
  } finally {
    db.close();
  }
}
