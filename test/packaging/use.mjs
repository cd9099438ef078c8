/**
 * Uses an installed neardup in an empty folder: every command, the service, and `dedup` of each format. Needs only Node and
 * the files beside it, so it runs in an image as well: `node use.mjs SAMPLES PROGRAM...`, with the folder that samples.ts
 * writes and the command that starts neardup.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runEveryCommand } from './every-command.mjs';
import { useService } from './service.mjs';

/**
 * Cleans samples.
 * @param {readonly string[]} program command that starts neardup
 * @param {string} directory folder to work in
 * @param {string} folder the samples
 * @param {(sample: { input: string, output: string }) => boolean} [isWanted]
 */
export function dedupSamples([executable, ...first], directory, folder, isWanted = () => true) {
  const samples = JSON.parse(readFileSync(join(folder, 'samples.json'), 'utf8')).filter(isWanted);
  if (samples.length === 0) throw new Error(`There are no samples in ${folder}`);
  samples.forEach(({ input, stdin, output }, index) => {
    const out = join(directory, `clean-${index}`);
    const name = input === '-' ? '-' : join(folder, input);
    const { status, stdout, stderr } = spawnSync(
      executable,
      [...first, 'dedup', name, '--out', out],
      {
        cwd: directory,
        encoding: 'utf8',
        env: { PATH: process.env.PATH },
        input: stdin === undefined ? '' : readFileSync(join(folder, stdin)),
      },
    );
    const isClean = status === 0 && /^3 documents in .*: 2 kept, .* 0 rejected,/.test(stdout);
    if (!isClean || !existsSync(join(out, output))) {
      throw new Error(`dedup of ${stdin ?? input} exited with ${status}: ${stdout}${stderr}`);
    }
  });
  console.log(`  ${samples.length} inputs cleaned`);
}

if (process.argv[1] === import.meta.filename) {
  const [, , samples, ...program] = process.argv;
  const directory = mkdtempSync(join(tmpdir(), 'neardup-use-'));
  try {
    for (const use of [runEveryCommand, useService]) {
      console.log(`- ${use.name}`);
      const folder = join(directory, use.name);
      mkdirSync(folder);
      await use(program, folder);
    }
    console.log('- dedupSamples');
    dedupSamples(program, directory, samples);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
