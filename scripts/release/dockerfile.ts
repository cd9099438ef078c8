/** One instruction of a Dockerfile, with its continuation lines joined. */
export interface Instruction {
  readonly name: string;
  readonly args: string;
  /** Index of the FROM above it, counted from 0. */
  readonly stage: number;
}

/** Parses the subset of the Dockerfile syntax that this project uses. */
export function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  let stage = -1;
  return lines.map((line) => {
    const [, name, args] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
    if (name === undefined || args === undefined) throw new Error(`Not an instruction: "${line}"`);
    if (name === 'FROM') stage += 1;
    return { name, args, stage };
  });
}

/** Returns the sources of a COPY and the stage that they are copied from; undefined: the build context. */
export function parseCopy(args: string): { sources: string[]; from: string | undefined } {
  const words = args.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length);
  return { sources: paths.slice(0, -1), from };
}
