import { type CompletedCommand, collectValues, quoted, slashed } from './completed-command.js';

export function zshScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path.length > 0).map(slashed);
  const values = [...collectValues(commands)].map(([reply, patterns]) => {
    const offer = reply === 'file' ? '_files' : `compadd -- ${reply.join(' ')}`;
    return `    (${patterns.join('|')}) ${offer}; return ;;`;
  });
  return `#compdef neardup
# Completes neardup in zsh.
_neardup() {
  local place= word
  local -a known
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$place/$word" in
      (${paths.join('|')}) place+=/$word ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$place" in
${commands.map((command) => commandCase(command, commands)).join('\n')}
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _neardup "$@"; else compdef _neardup neardup; fi
`;
}

function commandCase(command: CompletedCommand, all: readonly CompletedCommand[]): string {
  const { commands, options, choices, takesFiles } = command;
  const below = commands.map((name) => {
    const path = [...command.path, name].join('/');
    return [name, all.find((each) => each.path.join('/') === path)!.description] as const;
  });
  const flags = options.flatMap(({ names, description }) =>
    names.map((name) => [name, description] as const),
  );
  const others = [...below, ...choices.map((choice) => [choice, choice] as const)];
  return `    ('${slashed(command)}')
      if [[ $words[CURRENT] == -* ]]; then known=(${known(flags)}); else known=(${known(others)}); fi
      (( $#known )) && _describe -V neardup known${takesFiles ? '\n      [[ $words[CURRENT] == -* ]] || _files' : ''} ;;`;
}

function known(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([name, description]) => quoted(`${name.replaceAll(':', '\\:')}:${description}`))
    .join(' ');
}
