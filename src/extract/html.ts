import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

export interface HtmlText {
  readonly title: string | null;
  readonly text: string;
  readonly extractor: string;
}

export function htmlText(html: string): HtmlText {
  const { document } = parseHTML(html);
  const article = new Readability(document).parse();
  const title = article?.title?.trim() || null;
  return { title, text: article?.textContent?.trim() ?? '', extractor: 'html/0' };
}
