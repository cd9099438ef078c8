import { parseHTML } from 'linkedom';

const chromes = [
  (title: string) => ({
    before: `<header class="site-header"><a href="/">Mirror of manuals</a> <form><input></form></header>
      <nav><ul><li><a href="/a">Home</a></li><li><a href="/b">All manuals</a></li></ul></nav>`,
    after: `<footer><p>This mirror is kept by volunteers. ${title} belongs to its authors. Copies may be older
      than what they were made from; please report what is broken to the people who keep the mirror.</p></footer>`,
  }),
  () => ({
    before: `<div id="topbar" role="banner"><a href="/">docs.example</a></div><div class="sidebar">
      <ul><li><a href="/1">Tutorials</a></li><li><a href="/2">Reference</a></li><li><a href="/3">Blog</a></li></ul></div>`,
    after: `<div class="page-footer"><div>© docs.example. We use cookies to measure how our pages are read.</div>
      <ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></div>`,
  }),
  () => ({
    before: `<div role="dialog" aria-modal="true"><p>We and our partners keep cookies on your device to show
      you better pages. You may accept or refuse.</p><button>Accept</button></div>`,
    after: `<div class="related"><h3>Related pages</h3><ul><li><a href="/x">What others read here today</a></li>
      <li><a href="/y">How this copy of the manual was made</a></li></ul></div>`,
  }),
];

/** Returns a page with a different header, menu and footer. */
export function mirrored(html: string, number: number): string {
  const { document } = parseHTML(html);
  for (const each of document.querySelectorAll('nav, footer, body > header, [role="banner"]')) {
    each.remove();
  }
  const { before, after } = chromes[number % chromes.length]!(document.title);
  return `<!DOCTYPE html><html><head><title>${document.title}</title></head><body>${before}${document.body?.innerHTML ?? ''}${after}</body></html>`;
}
