import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const text = '这家茶馆的绿茶每年春天从山里采来，炒制之后当天就送到城里。'.repeat(3);

/**
 * Starts the service of an installed neardup, checks pages, asks it as an agent does, and ends it.
 * @param {readonly string[]} program command that starts neardup
 * @param {string} directory folder to work in
 * @param {(url: string, text: string) => void} [use] runs while the service has the checked page
 */
export async function useService([executable, ...first], directory, use = () => {}) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const flags = ['--host', '127.0.0.1', '--port', '0', '--data', 'pages.db'];
  const child = spawn(executable, [...first, 'serve', ...flags], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  try {
    const { url, pid } = await ready(child);
    const health = await (await fetch(`${url}/healthz`)).json();
    const version = execFileSync(executable, [...first, '--version'], {
      ...{ cwd: directory, env, encoding: 'utf8' },
    });
    check(`${health.version}\n` === version, `/healthz answered ${JSON.stringify(health)}`);
    const page = await (await fetch(`${url}/console/`)).text();
    check(page.includes('<div id="console">'), `/console/ answered ${page}`);
    const description = await (await fetch(`${url}/openapi.json`)).json();
    check(description.info.version === health.version, 'the description has another version');
    await decide(url, 'https://tea.example/绿茶', 'new');
    await decide(url, 'https://tea.example/绿茶', 'unchanged');
    await decide(url, 'https://mirror.example/绿茶', 'duplicate');
    await askAsAgent(url);
    use(url, text);
    process.kill(pid, 'SIGTERM');
    const [code] = await exited;
    check(code === 0, `serve ended with exit code ${code} on SIGTERM`);
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL'); // a starter as well, such as npx
  }

  /** Lets an agent check a page, and closes its streams after the answer. */
  async function askAsAgent(url) {
    const agent = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    const messages = [
      { id: 1, method: 'initialize', params: agent },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: { name: 'check', arguments: { text } } },
    ];
    const mcp = spawn(executable, [...first, 'mcp', '--url', url], {
      ...{ cwd: directory, env, stdio: ['pipe', 'pipe', 'inherit'] },
    });
    const ended = once(mcp, 'exit');
    for (const message of messages) {
      mcp.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    }
    let answer = 'nothing';
    for await (const line of createInterface({ input: mcp.stdout })) {
      if (JSON.parse(line).id !== 2) continue;
      answer = line;
      mcp.stdin.end();
    }
    check(answer.includes('duplicate'), `mcp answered ${answer}`);
    const [code] = await ended;
    check(code === 0, `mcp ended with exit code ${code}`);
  }
}

/** Returns the address and the process id of the service. A signal needs the id, because npx would not forward it. */
async function ready({ stdout }) {
  let url;
  let pid;
  for await (const line of createInterface({ input: stdout })) {
    url ??= / is ready at (http:\S+)/.exec(line)?.[1];
    pid ??= /"pid":(\d+)/.exec(line)?.[1];
    if (url === undefined || pid === undefined) continue;
    stdout.resume();
    return { url, pid: Number(pid) };
  }
  throw new Error('serve ended before it was ready');
}

async function decide(url, id, wanted) {
  const reply = await fetch(`${url}/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, text }),
  });
  const body = await reply.json();
  check(body.decision === wanted, `${id} should be ${wanted}: ${JSON.stringify(body)}`);
}

function check(condition, message) {
  if (!condition) throw new Error(`The service does not work: ${message}`);
}
