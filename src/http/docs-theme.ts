import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import { filterOperations } from './docs-filter.js';
import { docsScript } from './docs-script.js';
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
.swagger-ui .scheme-container .schemes .schemes-server-container, .swagger-ui .info .title .version-stamp { display: none; }
.swagger-ui .topbar .topbar-wrapper { flex-flow: row nowrap; }
.swagger-ui .topbar .link { flex: none; width: auto; max-width: none; }
.swagger-ui .topbar .download-url-wrapper { flex: none; width: auto; margin: 0 0 0 auto; }
.swagger-ui .topbar .download-url-wrapper .select-label { width: auto; }
.swagger-ui .topbar .download-url-wrapper .select-label span { position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%); }
.swagger-ui .topbar .download-url-wrapper .select-label select { min-width: 7em; border-color: #8d8d85; box-shadow: none; }
html:root { --code: #efeee8; --ink: #191b1d; --line: #d5d5cd; --accent: #0b5f77; --accent-ink: #fff; --bad: #b3261e; }
html.dark-mode:root { --code: #0d0e10; --ink: #e7e8ea; --line: #454950; --accent: #6fc3da; --accent-ink: #06222b; --bad: #ff9d98; }
html:root .swagger-ui .markdown code, html:root .swagger-ui .renderedMarkdown code { padding: 1px 4px; background: var(--code); color: var(--ink); font-weight: 400; }
.swagger-ui .info .renderedMarkdown p { max-width: 110ch; margin-inline: 0; }
.swagger-ui .info .renderedMarkdown li p { margin: 12px 0 6px; }
.swagger-ui .info .renderedMarkdown .call { display: grid; grid-template: auto 1fr / minmax(0, 1fr) minmax(0, 1fr); align-items: start; gap: 6px 10px; }
.swagger-ui .info .renderedMarkdown pre { overflow-x: auto; margin: 0; border: 1px solid var(--line); border-radius: 6px; background: var(--code); white-space: pre; }
.swagger-ui .info .renderedMarkdown pre code { display: block; width: max-content; padding: 8px 10px; background: none; font-size: 12px; }
.swagger-ui .info .renderedMarkdown .call > pre + .copy + pre { grid-area: 1 / 2 / 3; background: none; }
html:root .swagger-ui .info .call .copy { grid-column: 1; justify-self: start; padding: 3px 10px; border-color: var(--line); box-shadow: none; color: var(--ink); font-size: 12px; }
.swagger-ui .parameters .renderedMarkdown p, .swagger-ui .response .renderedMarkdown p { font-size: 14px; }
/* The body comes before the query parameters that it makes needless. */
.swagger-ui .opblock-section:has(> .opblock-section-request-body) { display: flex; flex-direction: column; }
.swagger-ui .opblock-section > .parameters-container { order: 1; }
.swagger-ui .auth-wrapper { justify-content: start; }
.swagger-ui :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
html:root .swagger-ui .topbar select:focus-visible { outline: 2px solid var(--accent); }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .info .title { font-size: 26px; letter-spacing: -0.02em; }
.swagger-ui .opblock-tag { border-color: #e3e3dd; font-size: 18px; }
.swagger-ui .opblock { border-radius: 6px; box-shadow: none; }
.swagger-ui .scheme-container { background: #fff; box-shadow: none; border: solid #e3e3dd; border-width: 1px 0; }
html:root .swagger-ui a:not(.nostyle) { color: var(--accent); }
html:root .swagger-ui .btn.authorize { border-color: var(--accent) !important; color: var(--accent) !important; }
html:root .swagger-ui .btn.authorize svg { fill: currentcolor; }
html:root .swagger-ui .btn.execute { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
.swagger-ui .opblock .opblock-summary { padding-block: 6px; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d6fb8; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7f4b; }
.swagger-ui .opblock.opblock-put .opblock-summary-method, .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #8f5200; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
/* Swagger UI puts these buttons over the last lines of a reply. */
.swagger-ui .highlight-code:has(> .download-contents) { padding-bottom: 44px; }
.swagger-ui .curl-command pre { padding-bottom: 30px !important; }
.swagger-ui :is(.highlight-code, .curl-command) :is(pre, code, span) { white-space: pre-wrap !important; overflow-wrap: anywhere; word-break: normal !important; }
.swagger-ui .highlight-code span[style*="211, 99, 99"] { color: #ff9d98 !important; }
html:root .swagger-ui :is(.download-contents, .copy-to-clipboard) { background: #55555f; color: #fff; }
.swagger-ui .btn.cancel { border-color: var(--bad) !important; color: var(--bad) !important; }
.swagger-ui .opblock-section:has(> .opblock-section-request-body) > .parameters-container:has(> .opblock-description-wrapper),
.swagger-ui .response-col_links { display: none; }
.swagger-ui select { max-width: 100%; }
/* A body in JSON must not have query parameters, so those of a page are shown with the type of a page. */
.swagger-ui .opblock-body:has(.opblock-section-request-body .content-type option[value="text/html"]):has(.opblock-section-request-body .content-type option[value="application/json"]:checked) .parameters tr[data-param-in="query"] { display: none; }
.swagger-ui .filter-container { padding-top: 8px; }
.swagger-ui .filter .operation-filter-input { max-width: 420px; margin: 8px 0; border: 1px solid var(--line); border-radius: 6px; }
.swagger-ui .opblock-summary .copy-to-clipboard:focus-within, .swagger-ui .opblock-summary .view-line-link:focus-visible { width: 24px; margin: 0 5px; }
@media (max-width: 640px) {
  .swagger-ui .wrapper, .swagger-ui .information-container { padding: 0 12px; }
  .swagger-ui .info .renderedMarkdown ol { padding-left: 20px; }
  .swagger-ui .info .renderedMarkdown .call { grid-template: none / minmax(0, 1fr); }
  .swagger-ui .info .renderedMarkdown .call > pre + .copy + pre { grid-area: auto; }
  .swagger-ui .responses-table :is(tbody, tr, td) { display: block; }
  .swagger-ui .responses-table thead { display: none; }
}
.swagger-ui .info .title small { background: #5c5c55; }
`;

/** Appearance of the pages under /docs. */
export const docsTheme: Pick<FastifySwaggerUiOptions, 'theme' | 'uiConfig'> = {
  uiConfig: {
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    defaultModelsExpandDepth: -1, // 100 schemas; each operation shows its own
    urls: Object.entries(docsWords).map(([language, { name }]) => ({
      url: `./${language}.json`,
      name,
    })),
    ...({ fn: { opsFilter: filterOperations } } as object), // missing in the types
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
    js: [{ filename: 'neardup.js', content: docsScript }],
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
