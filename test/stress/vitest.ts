import { spawnSync } from 'node:child_process';

/** Runs vitest with these variables, which it prints, so that a failure can be repeated. */
export function runVitest(args: readonly string[], environment: Record<string, string>): void {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  process.stdout.write(`${[...variables, 'npx vitest run', ...args].join(' ')}\n`);
  const env = { ...process.env, ...environment };
  const program = ['node_modules/vitest/vitest.mjs', 'run', ...args];
  const { status } = spawnSync(process.execPath, program, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
