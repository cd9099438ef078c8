import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

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
  font-family: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.swagger-ui .topbar { padding: 8px 0; border-bottom: 1px solid #e3e3dd; background: #fff; }
.swagger-ui .topbar .link img { width: 28px; height: 28px; }
.swagger-ui .topbar .link::after { margin-left: 10px; color: #191b1d; content: "neardup"; font-weight: 640; }
.swagger-ui .topbar .download-url-wrapper, .swagger-ui .topbar .dark-mode-toggle { display: none; }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .info .title { font-size: 26px; letter-spacing: -0.02em; }
.swagger-ui .opblock-tag { border-color: #e3e3dd; font-size: 18px; }
.swagger-ui .opblock { border-radius: 6px; box-shadow: none; }
.swagger-ui .scheme-container { background: #fff; box-shadow: none; border: solid #e3e3dd; border-width: 1px 0; }
.swagger-ui a, .swagger-ui .info a { color: #0b5f77; }
.swagger-ui .btn.authorize, .swagger-ui .btn.execute { border-color: #0b5f77; color: #0b5f77; }
.swagger-ui .btn.authorize svg { fill: #0b5f77; }
.swagger-ui .btn.execute { background: #0b5f77; color: #fff; }
`;

/** Appearance of the pages under /docs. */
export const docsTheme: Pick<FastifySwaggerUiOptions, 'logo' | 'theme' | 'uiConfig'> = {
  // Groups are collapsed at first, because a list of 50 operations would need much scrolling.
  uiConfig: { deepLinking: true, docExpansion: 'none' },
  logo: { type: 'image/svg+xml', content: icon, href: '../console/', target: '_self' },
  theme: {
    title: 'neardup API',
    css: [{ filename: 'neardup.css', content: css }],
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
