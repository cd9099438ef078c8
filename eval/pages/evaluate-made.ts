import { table } from '../../harness/measure.js';
import { judgementOf, missingLines, siteLinesAt } from './compare-pages.js';
import { type CheckPage, type PageOptions, withService } from './evaluate-pages.js';
import { madeCases } from './made/cases.js';
import type { MadeCase, MadePage } from './made/page.js';
import { readVisiblePage } from './visible-lines.js';

/** Sends the pages of each made case to a collection of its own, and prints what became of the last one. */
export async function evaluateMade({ duplicateIf }: PageOptions): Promise<boolean> {
  const results = await withService(duplicateIf, async (check, url) => {
    const each: { readonly made: MadeCase; readonly decision: string }[] = [];
    for (const [index, made] of madeCases().entries()) {
      const collection = `made-${index}`;
      await fetch(new URL('/collections', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: collection }),
      });
      each.push({ made, decision: await decisionAbout(made, check, collection) });
    }
    return each;
  });
  const isRight = ({ made, decision }: (typeof results)[number]) =>
    made.shouldBe === (decision === 'duplicate' || decision === 'unchanged' ? 'refused' : 'kept');
  const rows = results.map((result) => {
    const { name, kind, shouldBe } = result.made;
    return [name, kind, shouldBe, result.decision, isRight(result) ? '' : 'WRONG'];
  });
  console.log(`\n${table(['case', 'kind', 'should be', 'decision', ''], rows)}`);
  const right = results.filter(isRight);
  console.log(`\n${right.length} of ${results.length} right`);
  return right.length === results.length;
}

async function decisionAbout(
  { before, page }: MadeCase,
  check: CheckPage,
  collection: string,
): Promise<string> {
  for (const { address, html } of before) await check(address, Buffer.from(html), collection);
  return (await check(page.address, Buffer.from(page.html), collection))?.decision ?? 'rejected';
}

/** Returns what the ruler says if the last page of a case is refused for the first one, or is `unchanged`. */
export function judgeRefusal({ before, page }: MadeCase) {
  const read = ({ address, html }: MadePage) => readVisiblePage(address, html);
  const [original, last] = [read(before[0]!), read(page)];
  const hostOf = (address: string) => new URL(address).host;
  const ofHost = [...before, page].filter(
    ({ address }) => hostOf(address) === hostOf(page.address),
  );
  const siteLines = siteLinesAt(ofHost.map(read), ofHost.length - 1);
  return judgementOf(missingLines(last, original, siteLines));
}
