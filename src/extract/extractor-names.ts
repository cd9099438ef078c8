/** Methods of finding the text of an HTML page. */
const htmlWays = ['marked', 'dense', 'linked', 'all'] as const;
export type HtmlWay = (typeof htmlWays)[number];

/** Returns the name of the HTML extractor: `html/VERSION-WAY`. */
export const htmlExtractor = <Way extends HtmlWay>(way: Way) => `html/4-${way}` as const;
export const plainExtractor = 'plain/1';
export const markdownExtractor = 'markdown/2';
export const feedExtractor = 'feed/3';
export const xmlExtractor = 'xml/1';
export const pdfExtractor = 'pdf/2';
export const docxExtractor = 'docx/2';

/** Names and versions of all extractors of this build. Importing this file loads none of the extractors. */
export const extractors: readonly string[] = [
  plainExtractor,
  markdownExtractor,
  feedExtractor,
  xmlExtractor,
  ...htmlWays.map(htmlExtractor),
  pdfExtractor,
  docxExtractor,
];
