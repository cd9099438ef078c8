// Asks neardup about pages before it stores them; no package needed. With the service running:
//   node examples/plain-fetch/check.mjs https://example.org/ https://example.com/
const neardup = process.env.NEARDUP_URL ?? 'http://localhost:8080';
const key = process.env.NEARDUP_API_KEY;

for (const url of process.argv.slice(2)) {
  const page = await fetch(url);
  const contentType = page.headers.get('content-type') ?? 'text/html';
  const decided = await check(url, contentType, await page.arrayBuffer());
  console.log(url, decided.decision, decided.duplicateOf ?? decided.similarTo ?? '');
  if (decided.stored) {
    // This is the place to write the page to your archive.
  }
}

/** One request decides, and remembers the page unless it is a duplicate. */
async function check(id, contentType, body) {
  const address = `${neardup}/check?${new URLSearchParams({ id })}`;
  const headers = {
    'content-type': contentType, // as it came: neardup finds the charset and the main text
    ...(key && { authorization: `Bearer ${key}` }),
  };
  for (let tries = 1; ; tries++) {
    const reply = await fetch(address, { method: 'POST', headers, body });
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
