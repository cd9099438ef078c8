// Asks neardup about pages before it stores them; no package needed. With the service running:
//   node examples/plain-fetch/check.mjs https://example.org/ https://example.com/
// Run again after a crash, it leaves out no page: what it stores is claimed until the page is written.
import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const neardup = process.env.NEARDUP_URL ?? 'http://localhost:8080';
const key = process.env.NEARDUP_API_KEY;
const archive = process.env.PAGES ?? 'pages';
const claimant = 'plain-fetch'; // a name that the next run also has

await mkdir(archive, { recursive: true });
for (const url of process.argv.slice(2)) {
  const page = await fetch(url);
  if (!page.ok) {
    console.error(`${url} is left out: status ${page.status}`);
    continue;
  }
  const contentType = page.headers.get('content-type') ?? 'text/html';
  const body = Buffer.from(await page.arrayBuffer());
  const decided = await check(url, contentType, body);
  console.log(url, decided.decision, decided.duplicateOf ?? decided.similarTo ?? '');
  if (!decided.stored) continue;
  await write(url, body);
  if (decided.claim) await confirm([{ id: url, contentHash: decided.claim.contentHash }]);
}

/** One request decides, and remembers the page unless it is a duplicate. A page without a decision (no text) is kept. */
async function check(id, contentType, body) {
  // As it came: neardup finds the charset and the main text.
  const fields = new URLSearchParams({ id, claimSeconds: '3600', claimant });
  try {
    return await post(`/check?${fields}`, contentType, body);
  } catch (error) {
    console.error(`${id} is kept without a decision: ${error.message}`);
    return { decision: 'undecided', stored: true };
  }
}

/** The pages are written: from here on they are not forgotten again. */
async function confirm(documents) {
  await post('/documents/confirm', 'application/json', JSON.stringify({ documents, claimant }));
}

/** Under one name for each address, so that writing a page twice makes one page. */
async function write(url, body) {
  const file = join(archive, createHash('sha256').update(url).digest('hex'));
  await writeFile(`${file}.part`, body, { flush: true });
  await rename(`${file}.part`, `${file}.html`);
}

async function post(path, contentType, body) {
  const headers = { 'content-type': contentType, ...(key && { authorization: `Bearer ${key}` }) };
  for (let tries = 1; ; tries++) {
    const reply = await fetch(neardup + path, { method: 'POST', headers, body });
    if (reply.ok) return reply.json();
    const problem = await reply.json();
    const later = reply.status === 429 || reply.status === 503; // refused, and nothing was done
    if (!later || tries === 5) throw new Error(`${problem.code}: ${problem.detail}`);
    await pause(1000 * Number(reply.headers.get('retry-after')));
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
