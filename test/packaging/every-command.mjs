import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Commands that are not run here, with the reason. */
const elsewhere = {
  serve: 'package.mjs starts it',
  help: 'prints what --help prints',
  'migrate-store': 'needs Cassandra',
  'decisions store': 'needs a page that was refused wrongly',
  mcp: 'needs a running service',
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
 * @param {string} directory a project in which neardup is installed
 */
export function runEveryCommand(directory) {
  const program = join(directory, 'node_modules', '.bin', 'neardup');
  const done = new Set();

  /** Runs a command that must succeed, and returns what it printed. */
  const neardup = (command, args = [], input = '') => {
    done.add(command);
    return execFileSync(program, [...command.split(' '), ...args], {
      cwd: directory,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    });
  };
  const write = (name, content) => writeFileSync(join(directory, name), content);
  const read = (name) => readFileSync(join(directory, name), 'utf8');
  const lines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');

  write('pages.ndjson', lines(pages));
  const data = ['--data', 'commands.db'];
  const kept = [...data, '--collection', 'kept'];
  neardup('fingerprint', ['--json', '-'], text);
  neardup('geometry', ['10x25']);
  neardup('key', ['crawler', '--scope', 'write']);
  neardup('collection create', ['kept', '--keep-text', ...data]);
  neardup('collection change', ['kept', '--max-distance', '2', ...data]);
  neardup('collection create', ['dropped', ...data]);
  neardup('collection delete', ['dropped', '--yes', ...data]);
  neardup('import', ['pages.ndjson', '--mode', 'check', ...kept]);
  includes(neardup('collection list', data), 'kept ');
  includes(neardup('decisions', kept), '"duplicate"');
  includes(neardup('decisions hosts', kept), '"duplicate":1');
  neardup('decisions right', ['1', ...kept]);
  includes(neardup('decisions verdicts', kept), '"right":1');
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

  for (const format of ['ndjson', 'csv', 'parquet']) {
    const input = `table.${format}`;
    if (format === 'csv')
      write(input, `id,text\n${pages.map((p) => `${p.id},"${p.text}"`).join('\n')}\n`);
    if (format === 'ndjson') write(input, lines(pages));
    if (format === 'parquet') writeParquet(directory, input);
    includes(neardup('dedup', [input, '--out', `clean-${format}`]), ': 2 kept');
    check(read(`clean-${format}/kept.${format}`).length > 0, `dedup wrote no ${format}`);
  }

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
    const help = execFileSync(program, args, { encoding: 'utf8' });
    if (!/^Usage: .* \[command\]$/m.test(help)) return [command];
    const names = [...help.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name);
    const below = names.filter((name) => !(name in elsewhere) && name !== 'neardup');
    return below.flatMap((name) => commandsOf(`${command} ${name}`.trim()));
  }
}

/** Writes the pages as Parquet, with the package that neardup writes it with. */
function writeParquet(directory, name) {
  const columns = ['id', 'text'].map((column) => ({
    name: column,
    type: 'STRING',
    data: pages.map((page) => page[column]),
  }));
  const program = `
    import { writeFileSync } from 'node:fs';
    import { parquetWriteBuffer } from 'hyparquet-writer';
    const columnData = ${JSON.stringify(columns)};
    writeFileSync('${join(directory, name)}', Buffer.from(parquetWriteBuffer({ columnData })));`;
  // The packages of the program are in its folder.
  const cwd = join(directory, 'node_modules/neardup');
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd });
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
