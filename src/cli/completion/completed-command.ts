/** A command as the completion of a shell needs it. */
export interface CompletedCommand {
  /** The names that lead to it; empty: the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  /** Names of the commands below it. */
  readonly commands: readonly string[];
  readonly options: readonly CompletedOption[];
  /** Values that its argument is chosen from. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

export interface CompletedOption {
  /** `-o`, `--output` */
  readonly names: readonly string[];
  readonly description: string;
  /** Placeholder of its value in the help; empty: it takes none. */
  readonly value: string;
  readonly takesFile: boolean;
  readonly choices: readonly string[];
}

/** The path as one word: `/collection/create`. */
export function slashed({ path }: CompletedCommand): string {
  return path.map((name) => `/${name}`).join('');
}

type Values = 'file' | readonly string[];

/** Values that may follow options, each with the shell patterns for `PATH OPTION` that it follows. */
export function valuesOf(commands: readonly CompletedCommand[]): Map<Values, readonly string[]> {
  const found = new Map<string, { readonly values: Values; readonly patterns: string[] }>();
  for (const command of commands) {
    for (const { names, value, takesFile, choices } of command.options) {
      if (value === '') continue;
      const values = takesFile ? 'file' : choices;
      const key = takesFile ? 'file' : choices.join(' ');
      if (!found.has(key)) found.set(key, { values, patterns: [] });
      const patterns = names.map((name) => `'${slashed(command)} ${name}'`);
      found.get(key)!.patterns.push(...patterns);
    }
  }
  return new Map([...found.values()].map(({ values, patterns }) => [values, patterns]));
}

/** A text within single quotes, for sh and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
