import { docsWords } from './docs-words.js';

const words = Object.fromEntries(
  Object.entries(docsWords).map(([language, { name, copy, copied, filter }]) => [
    language,
    { name, copy, copied, filter },
  ]),
);

/**
 * Script beside Swagger UI. Shows the language and the theme of the console or of the browser, and keeps the language
 * that is chosen. Puts its reply and a button to copy it beside each command. Makes blocks that scroll reachable by
 * keyboard. Opens the operation or the group of a link in the introduction, which Swagger UI would open in another tab.
 * Makes the logo lead to the console.
 */
export const docsScript = `
const words = ${JSON.stringify(words)};
const kept = 'neardup.preferences'; // of the console
const preferences = JSON.parse(localStorage.getItem(kept) ?? '{}');
const wanted = [preferences.language, ...navigator.languages.map((each) => each.slice(0, 2)), 'en'];
const address = new URL(location.href);
if (!address.searchParams.has('urls.primaryName')) {
  address.searchParams.set('urls.primaryName', words[wanted.find((each) => each in words)].name);
  history.replaceState(null, '', address);
}
document.addEventListener('change', (event) => {
  if (!event.target.matches('.topbar select')) return;
  localStorage.setItem(kept, JSON.stringify({ ...preferences, language: languageOf(event.target) }));
});
function languageOf(select) {
  return select.value.match(/([a-z]+)[.]json$/)[1];
}
// Phones would lay the page out as wide as a desk.
document.head.append(Object.assign(document.createElement('meta'), { name: 'viewport', content: 'width=device-width' }));
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
    target.tabIndex = scrolls ? 0 : -1;
  }
});
new MutationObserver(() => {
  const logo = document.querySelector('.topbar .link:not([aria-label])');
  if (logo) {
    logo.href = '../'; // leads to the console
    logo.setAttribute('aria-label', 'neardup');
    const isDark = { light: false, dark: true }[preferences.theme];
    if (isDark !== undefined) document.documentElement.classList.toggle('dark-mode', isDark);
  }
  document.querySelector('textarea.body-param__text:not([aria-label])')?.setAttribute('aria-label', 'Request body');
  for (const block of document.querySelectorAll('pre:not([tabindex])')) {
    block.tabIndex = -1;
    sizes.observe(block);
  }
  const commands = [...document.querySelectorAll('.info pre')].filter(
    (block) => block.textContent.startsWith('curl') && !block.parentElement.matches('.call'),
  );
  if (commands.length === 0) return;
  document.documentElement.lang = languageOf(document.querySelector('.topbar select'));
  document.querySelector('.info .title').setAttribute('aria-level', '1');
  commands.forEach(completeCall);
  const filter = document.querySelector('.operation-filter-input');
  filter?.setAttribute('placeholder', words[document.documentElement.lang].filter);
  filter?.setAttribute('aria-label', words[document.documentElement.lang].filter);
}).observe(document.body, { childList: true, subtree: true });
function completeCall(command) {
  const call = Object.assign(document.createElement('div'), { className: 'call' });
  const reply = command.nextElementSibling;
  command.before(call);
  call.append(command, copyButton(command.firstElementChild));
  if (reply?.matches('pre')) call.append(reply);
  for (const block of call.querySelectorAll('pre')) {
    const code = block.firstElementChild;
    code.textContent = code.textContent.trim(); // a copy must not end with a line break
  }
}
function copyButton(code) {
  const { copy, copied } = words[document.documentElement.lang];
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn copy', textContent: copy });
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => {
    getSelection().selectAllChildren(code);
    if (!document.execCommand('copy')) return; // navigator.clipboard exists on HTTPS only
    button.textContent = copied;
    setTimeout(() => (button.textContent = copy), 2000);
  });
  return button;
}
document.addEventListener('click', (event) => {
  const link = event.target.closest('.info a[href^="#/"]');
  if (!link) return;
  event.preventDefault();
  const [group, name] = link.hash.slice(2).split('/');
  const place = document.getElementById('operations-' + (name ? group + '-' + name : 'tag-' + group));
  const control = place.querySelector('[aria-expanded]');
  if (control.getAttribute('aria-expanded') === 'false') control.click();
  place.scrollIntoView();
  control.focus({ preventScroll: true });
});
`;
