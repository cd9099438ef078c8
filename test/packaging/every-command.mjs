import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Commands that are not run here, with the reason. */
const elsewhere = {
  serve: 'service.mjs starts it',
  help: 'prints what --help prints',
  'migrate-store': 'needs Cassandra',
  mcp: 'service.mjs has a service for it',
};

const text =
  'The ferry to the northern islands leaves twice a day, except on Sundays and holidays.';
const pages = [
  { id: 'a.txt', text, metadata: { class: 'ferry' } },
  { id: 'b.txt', text: text.toUpperCase(), metadata: { class: 'ferry' } },
  { id: 'c.txt', text: 'Tea from the hills is picked by hand.', metadata: { class: 'tea' } },
];

/**
 * Runs each command of an installed neardup: its help, and a small piece of work that needs no network.
 * @param {readonly string[]} program command that starts neardup
 * @param {string} directory folder to work in
 */
export function runEveryCommand(program, directory) {
  const [executable, ...first] = program;
  const done = new Set();

  /** Runs a command that must succeed, and returns what it printed. */
  const neardup = (command, args = [], input = '') => {
    done.add(command);
    return execFileSync(executable, [...first, ...command.split(' '), ...args], {
      cwd: directory,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    });
  };
  const write = (name, content) => writeFileSync(join(directory, name), content);
  const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  write('pages.ndjson', lines(pages));
  const data = ['--data', 'commands.db'];
  const kept = [...data, '--collection', 'kept'];
  neardup('fingerprint', ['--json', '-'], text);
  neardup('geometry', ['10x25']);
  neardup('key', ['crawler', '--scope', 'write']);
  const refused = ['--refused-pages', '14', '--refused-texts'];
  neardup('collection create', ['kept', '--keep-text', ...refused, ...data]);
  neardup('collection change', ['kept', '--max-distance', '2', ...data]);
  neardup('collection create', ['dropped', ...data]);
  neardup('collection delete', ['dropped', '--yes', ...data]);
  neardup('import', ['pages.ndjson', '--mode', 'check', ...kept]);
  includes(neardup('collection list', data), 'kept ');
  includes(neardup('decisions', kept), '"duplicate"');
  includes(neardup('decisions hosts', kept), '"duplicate":1');
  neardup('decisions right', ['1', ...kept]);
  includes(neardup('decisions verdicts', kept), '"right":1');
  neardup('decisions store', ['1', ...kept]);
  write('ids.txt', 'a.txt\n');
  includes(neardup('seen', ['ids.txt', ...kept]), 'stored ');
  neardup('addresses', kept);
  includes(neardup('export', kept), '"a.txt"');
  neardup('export', ['--out', 'export.ndjson', ...kept]);
  neardup('import', ['export.ndjson', '--data', 'imported.db']);
  neardup('scan', ['--dry-run', ...kept]);
  neardup('idf', kept);
  write('simhash.json', '{"method":"simhash"}');
  neardup('reindex', ['kept', '--recipe', 'simhash.json', ...data]);
  includes(neardup('recipe', kept), '"simhash"');
  neardup('backup', ['backup.db', ...data]);
  neardup('verify', ['backup.db']);
  neardup('restore', ['backup.db', '--data', 'restored.db']);
  neardup('doctor', ['--data', 'restored.db']);

  includes(neardup('dedup', ['pages.ndjson', '--out', 'clean']), ': 2 kept');

  write('recipe.json', neardup('recipe', ['--new']));
  const step = (name, input, ...args) =>
    neardup(`batch ${name}`, ['--recipe', 'recipe.json', ...args], input);
  const sorted = (rows) => `${rows.trimEnd().split('\n').sort().join('\n')}\n`;
  const signed = step(
    'sign',
    pages
      .map((page, at) => `${page.id}\t${at}\t${JSON.stringify({ ...page, metadata: {} })}\n`)
      .join(''),
  );
  const pairs = step('pairs', sorted(step('keys', signed)));
  write('components.tsv', step('components', pairs));
  const replayed = step('replay', sorted(step('tag', signed, '--components', 'components.tsv')));
  includes(replayed, '"decision":"duplicate"');
  const documents = replayed.split('\n').filter((row) => row.startsWith('document'));
  includes(step('documents', `${documents.join('\n')}\n`), '"a.txt"');
  write('page.txt', text);
  neardup('batch pack', ['page.txt']);
  const records = [...typed(7, 'page.txt'), ...typed(7, text)];
  includes(step('fingerprints', step('terms', Buffer.from(records))), 'page.txt');
  write('tf.json', '{"weighting":"tf"}');
  write('recipe.json', neardup('recipe', ['--new', '--recipe', 'tf.json']));
  const labels = ['--labels', 'labels.parquet', '--confusion', 'confusion.parquet'];
  step('classify', lines([...pages, { id: 'd.txt', text }]), '--class', 'class', ...labels);

  const missing = commandsOf('').filter((command) => !done.has(command) && !(command in elsewhere));
  check(missing.length === 0, `these commands were not run: ${missing.join(', ')}`);

  /** Returns the commands below a command, or the command itself if it has none. Their help must work. */
  function commandsOf(command) {
    const args = [...command.split(' '), '--help'].filter((arg) => arg !== '');
    const help = execFileSync(executable, [...first, ...args], { encoding: 'utf8' });
    if (!/^Usage: .* \[command\]$/m.test(help)) return [command];
    const names = [...help.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name);
    const below = names.filter((name) => !(name in elsewhere) && name !== 'neardup');
    return below.flatMap((name) => commandsOf(`${command} ${name}`.trim()));
  }
}

/** Encodes a string as Hadoop typed bytes with this code. */
function typed(code, value) {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(5);
  head[0] = code;
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function includes(output, wanted) {
  check(output.includes(wanted), `"${wanted}" is not in the output: ${output}`);
}

function check(condition, message) {
  if (!condition) throw new Error(`The package does not work: ${message}`);
}
