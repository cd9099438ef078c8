/** A command, described for shell completion. */
export interface CompletedCommand {
  /**
   * Names of the commands on the path from the program to this command, including the command itself; empty for the
   * program.
   */
  readonly path: readonly string[];
  readonly description: string;
  /** Names of the subcommands. */
  readonly commands: readonly string[];
  readonly options: readonly CompletedOption[];
  /** Allowed values of the argument; empty if any value is allowed or there is no argument. */
  readonly choices: readonly string[];
  readonly takesFiles: boolean;
}

export interface CompletedOption {
  /** Short and long name, such as `-o` and `--output`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Placeholder for the value in the help text; empty if the option takes no value. */
  readonly value: string;
  readonly takesFile: boolean;
  readonly choices: readonly string[];
}

/** Returns the path of a command as one word, such as `/collection/create`. */
export function slashed({ path }: CompletedCommand): string {
  return path.map((name) => `/${name}`).join('');
}

type Values = 'file' | readonly string[];

/**
 * Maps the possible values of options to shell patterns. Together, the patterns of an entry match all `PATH OPTION`
 * combinations that take these values.
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
