import { type CompletedCommand, collectValues, slashed } from './completed-command.js';

export function bashScript(commands: readonly CompletedCommand[]): string {
  const paths = commands.filter(({ path }) => path.length > 0).map(slashed);
  const values = [...collectValues(commands)].map(
    ([reply, patterns]) => `    ${patterns.join(' | ')}) ${filled(reply)}; return ;;`,
  );
  return `# Completes neardup in bash.
_neardup() {
  local IFS=$'\\n' path= word
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path/$word" in
      ${paths.join(' | ')}) path+=/$word ;;
    esac
  done
  case "$path $before" in
${values.join('\n')}
  esac
  case "$path" in
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _neardup neardup
`;
}

function commandCase(command: CompletedCommand): string {
  const { commands, options, choices, takesFiles } = command;
  const names = options.flatMap((option) => option.names);
  return `    '${slashed(command)}')
      case "$current" in
        -*) ${filled(names)} ;;
        *) ${filled(takesFiles ? 'file' : [...commands, ...choices])} ;;
      esac ;;`;
}

/** Returns a bash statement that offers files, or the entries of a list, that begin with the typed text. */
function filled(reply: 'file' | readonly string[]): string {
  if (reply !== 'file') return `COMPREPLY=($(compgen -W $'${reply.join('\\n')}' -- "$current"))`;
  return 'COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null';
}
