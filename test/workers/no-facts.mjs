/** Facts of a page that declares none. */
export const noFacts = {
  title: null,
  siteName: null,
  canonical: null,
  language: null,
  publishedAt: null,
  headings: [],
};
