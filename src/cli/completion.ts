import { Argument, Command, type Option } from 'commander';
import { bashScript } from './completion/bash.js';
import type { CompletedCommand, CompletedOption } from './completion/completed-command.js';
import { fishScript } from './completion/fish.js';
import { zshScript } from './completion/zsh.js';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const help = `
The script completes commands, options and their possible values, and file names where a file is
expected.

Examples:
  neardup completion bash > ~/.local/share/bash-completion/completions/neardup
  neardup completion zsh > "\${fpath[1]}/_neardup"
  neardup completion fish > ~/.config/fish/completions/neardup.fish`;

/** Creates the command `completion`. @param all creates a program with all commands */
export function completionCommand(all: () => Promise<Command>): Command {
  return new Command('completion')
    .description('print a shell script that completes commands and options')
    .addArgument(
      new Argument('<shell>', 'shell to print the script for').choices(Object.keys(scripts)),
    )
    .addHelpText('after', help)
    .action(async (shell: keyof typeof scripts) => {
      process.stdout.write(scripts[shell](describe(await all(), [])));
    });
}

/** Describes a command and its subcommands, in the order of the help. */
function describe(command: Command, path: readonly string[]): CompletedCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const own: CompletedCommand = {
    path,
    description: command.description(),
    commands: below.map((each) => each.name()),
    options: help.visibleOptions(command).map(describeOption),
    choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    takesFiles: command.registeredArguments.some((argument) => /^file/.test(argument.name())),
  };
  return [own, ...below.flatMap((each) => describe(each, [...path, each.name()]))];
}

function describeOption({ flags, short, long, description, argChoices }: Option): CompletedOption {
  const [, value = ''] = /[<[](.*?)(?:\.\.\.)?[>\]]/.exec(flags) ?? [];
  const names = [short, long].filter((name) => name !== undefined);
  const takesFile = /^(file|dir)/.test(value);
  return { names, description, value, takesFile, choices: argChoices ?? [] };
}
