import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Returns axe-core findings that exclude people. */
export function seriousFindings(page: Page): Promise<string[]> {
  return violations(page, ({ impact }) => impact === 'serious' || impact === 'critical');
}

/** Returns all axe-core findings, or those of one kind. */
export async function violations(
  page: Page,
  isOfKind: (finding: Finding) => boolean = () => true,
): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const found = (await page.evaluate(
    'axe.run().then(({ violations }) => violations)',
  )) as Finding[];
  return found
    .filter(isOfKind)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
