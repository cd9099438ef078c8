import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import { docsWords } from './docs-words.js';

/** Logo of the console, console/icon.svg. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5f77"/>
<g fill="#fff"><rect x="7" y="7" width="5" height="5" rx="1"/><rect x="13.5" y="7" width="5" height="5" rx="1" opacity=".35"/>
<rect x="20" y="7" width="5" height="5" rx="1"/><rect x="7" y="20" width="5" height="5" rx="1"/>
<rect x="13.5" y="20" width="5" height="5" rx="1" fill="#ffc46b"/><rect x="20" y="20" width="5" height="5" rx="1"/></g></svg>`;

/** Colours and fonts of the console (console/style/tokens.css). */
const css = `
body { background: #fafaf8; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui .btn, .swagger-ui label,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui table thead tr th, .swagger-ui .tab li {
  color: #191b1d;
}
.swagger-ui, .swagger-ui :not(code, pre, code *, pre *, textarea, .opblock-summary-path, .opblock-summary-path *) {
  /* Swagger UI names another font at some twenty parts. */
  font-family: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif !important;
}
.swagger-ui .topbar { padding: 8px 0; border-bottom: 1px solid #e3e3dd; background: #fff; }
.swagger-ui .topbar .link::before { flex: none; width: 28px; height: 28px; background: url(icon.svg); content: ""; }
.swagger-ui .topbar .link::after { margin-left: 10px; color: #191b1d; content: "neardup"; font-weight: 640; }
.swagger-ui .topbar .link:hover::after { text-decoration: underline; }
html.dark-mode .swagger-ui .topbar .link::after, html.dark-mode .swagger-ui .examples-select__section-label { color: #e7e8ea; }
.swagger-ui .topbar .dark-mode-toggle, .swagger-ui .topbar .link :is(svg, img), .swagger-ui .info .main > a,
.swagger-ui .scheme-container .schemes .schemes-server-container { display: none; }
.swagger-ui .topbar .topbar-wrapper { flex-flow: row nowrap; }
.swagger-ui .topbar .link { flex: none; width: auto; max-width: none; }
.swagger-ui .topbar .download-url-wrapper { flex: none; width: auto; margin: 0 0 0 auto; }
.swagger-ui .topbar .download-url-wrapper .select-label { width: auto; }
.swagger-ui .topbar .download-url-wrapper .select-label span { position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%); }
.swagger-ui .topbar .download-url-wrapper .select-label select { min-width: 7em; border-color: #8d8d85; box-shadow: none; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { padding: 1px 4px; background: #efeee8; color: #191b1d; font-weight: 400; }
.swagger-ui .info .renderedMarkdown pre { margin: 4px 0 14px; overflow-wrap: anywhere; }
.swagger-ui .info .renderedMarkdown pre code { display: block; padding: 8px 10px; }
.swagger-ui .info .renderedMarkdown li p { margin: 0; }
.swagger-ui .parameters .renderedMarkdown p, .swagger-ui .response .renderedMarkdown p { font-size: 14px; }
/* The body comes before the query parameters that it makes needless. */
.swagger-ui .opblock-section:has(> .opblock-section-request-body) { display: flex; flex-direction: column; }
.swagger-ui .opblock-section > .parameters-container { order: 1; }
.swagger-ui .auth-wrapper { justify-content: start; }
.swagger-ui :focus-visible { outline: 2px solid #0b5f77; outline-offset: 2px; }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .info .title { font-size: 26px; letter-spacing: -0.02em; }
.swagger-ui .opblock-tag { border-color: #e3e3dd; font-size: 18px; }
.swagger-ui .opblock { border-radius: 6px; box-shadow: none; }
.swagger-ui .scheme-container { background: #fff; box-shadow: none; border: solid #e3e3dd; border-width: 1px 0; }
.swagger-ui a, .swagger-ui .info a { color: #0b5f77; }
.swagger-ui .btn.authorize, .swagger-ui .btn.execute { border-color: #0b5f77; color: #0b5f77; }
.swagger-ui .btn.authorize svg { fill: #0b5f77; }
.swagger-ui .btn.execute { background: #0b5f77; color: #fff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d6fb8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7f4b; }
.swagger-ui .opblock.opblock-put .opblock-summary-method, .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #8f5200; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .info .title small, .swagger-ui .info .title small.version-stamp { background: #5c5c55; }
`;

/**
 * Shows the language of the console or of the browser, and keeps the one that is chosen. Opens the operation of a link in
 * the introduction, which Swagger UI would open in another tab. Makes the logo lead to the console.
 */
const script = `
const names = ${JSON.stringify(Object.fromEntries(Object.entries(docsWords).map(([language, { name }]) => [language, name])))};
const kept = 'neardup.preferences'; // of the console
const preferences = JSON.parse(localStorage.getItem(kept) ?? '{}');
const wanted = [preferences.language, ...navigator.languages.map((each) => each.slice(0, 2)), 'en'];
const address = new URL(location.href);
if (!address.searchParams.has('urls.primaryName')) {
  address.searchParams.set('urls.primaryName', names[wanted.find((each) => each in names)]);
  history.replaceState(null, '', address);
}
document.addEventListener('change', (event) => {
  const [language] = event.target.matches('.topbar select') ? event.target.value.match(/[a-z]+(?=[.]json$)/) ?? [] : [];
  if (language) localStorage.setItem(kept, JSON.stringify({ ...preferences, language }));
});
// Phones would lay the page out as wide as a desk.
document.head.append(Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=device-width' }));
new MutationObserver((_, observer) => {
  const logo = document.querySelector('.topbar .link');
  if (!logo) return;
  observer.disconnect();
  logo.href = '../'; // leads to the console
  logo.setAttribute('aria-label', 'neardup');
}).observe(document.body, { childList: true, subtree: true });
document.addEventListener('click', (event) => {
  const link = event.target.closest('.info a[href^="#/"]');
  if (!link) return;
  event.preventDefault();
  const operation = document.getElementById('operations-' + link.hash.slice(2).replace('/', '-'));
  const control = operation.querySelector('.opblock-summary-control');
  if (control.getAttribute('aria-expanded') === 'false') control.click();
  operation.scrollIntoView();
  control.focus({ preventScroll: true });
});
`;

/** Appearance of the pages under /docs. */
export const docsTheme: Pick<FastifySwaggerUiOptions, 'theme' | 'uiConfig'> = {
  uiConfig: {
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1, // 100 schemas; each operation shows its own
    urls: Object.entries(docsWords).map(([language, { name }]) => ({
      url: `./${language}.json`,
      name,
    })),
    // The calls of the introduction name the service from which the page came.
    responseInterceptor: (response) => {
      const { url, text } = response as { url: string; text: string };
      const base = /^(.*)\/docs\/\w+\.json$/.exec(url)?.[1];
      if (base) Object.assign(response, { text: text.replaceAll('localhost:8080/', `${base}/`) });
      return response;
    },
  },
  theme: {
    title: 'neardup API',
    css: [{ filename: 'neardup.css', content: css }],
    js: [{ filename: 'neardup.js', content: script }],
    favicon: [
      {
        filename: 'icon.svg',
        rel: 'icon',
        type: 'image/svg+xml',
        sizes: 'any',
        content: icon,
      },
    ],
  },
};
