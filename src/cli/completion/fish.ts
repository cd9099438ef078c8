import type { CompletedCommand, CompletedOption } from './completed-command.js';

export function fishScript(commands: readonly CompletedCommand[]): string {
  return `# Completes neardup in fish.
complete -c neardup -f
${commands.flatMap((command) => formatLines(command, commands)).join('\n')}
`;
}

function formatLines(command: CompletedCommand, all: readonly CompletedCommand[]): string[] {
  const { path, commands, options, choices, takesFiles } = command;
  const start = `complete -c neardup -n ${quoted(formatCondition(command))}`;
  const below = commands.map((name) => {
    const found = all.find((each) => each.path.join('/') === [...path, name].join('/'))!;
    return `${start} -a ${name} -d ${quoted(found.description)}`;
  });
  return [
    ...below,
    ...(choices.length > 0 ? [`${start} -a ${quoted(choices.join(' '))}`] : []),
    ...(takesFiles ? [`${start} -F`] : []),
    ...options.map((option) => `${start} ${formatFlags(option)}`),
  ];
}

/** Returns the fish condition that holds once a command has been typed, but none of its subcommands. */
function formatCondition({ path, commands }: CompletedCommand): string {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const further =
    commands.length > 0 ? [`not __fish_seen_subcommand_from ${commands.join(' ')}`] : [];
  return [...seen, ...further].join('; and ');
}

function formatFlags({ names, description, value, takesFile, choices }: CompletedOption): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const takes = value === '' ? [] : takesFile ? ['-r -F'] : ['-x'];
  const from = choices.length > 0 ? [`-a ${quoted(choices.join(' '))}`] : [];
  return [...flags, ...takes, ...from, `-d ${quoted(description)}`].join(' ');
}

/** Quotes a text for fish, in which single quotes may contain `\'` and `\\`. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
