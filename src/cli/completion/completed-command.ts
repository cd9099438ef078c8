/** A command, described for shell completion. */
export interface CompletedCommand {
  /** Names of the commands from the program to this one; empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  /** Names of the subcommands. */
  readonly commands: readonly string[];
  readonly options: readonly CompletedOption[];
  /** Allowed values of the argument. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

export interface CompletedOption {
  /** For example `-o`, `--output`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Placeholder of the value in the help; empty if the option has no value. */
  readonly value: string;
  readonly takesFile: boolean;
  readonly choices: readonly string[];
}

/** Path as one word, such as `/collection/create`. */
export function slashed({ path }: CompletedCommand): string {
  return path.map((name) => `/${name}`).join('');
}

type Values = 'file' | readonly string[];

/**
 * Returns the possible values of options. Each entry has shell patterns for the `PATH OPTION` combinations that take
 * these values.
 */
export function collectValues(
  commands: readonly CompletedCommand[],
): Map<Values, readonly string[]> {
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

/** Quotes a text with single quotes, for sh and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
