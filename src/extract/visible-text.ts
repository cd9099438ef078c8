import { Tokenizer } from 'htmlparser2';
import { collapsed, edgeOf, tidy } from './block-text.js';

const ignore = () => {};

/** All text of the body of markup from `cleanHtml`, in one pass that builds no tree. */
export function visibleText(html: string): string {
  const source = html.slice(html.indexOf('<body'));
  const parts: string[] = [];
  const edge = (start: number, end: number) => parts.push(edgeOf(source.slice(start, end)));
  const tokenizer = new Tokenizer(
    { decodeEntities: false, xmlMode: false },
    {
      ontext: (start, end) => parts.push(collapsed(source.slice(start, end))),
      ontextentity: ignore,
      onopentagname: edge,
      onclosetag: edge,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return tidy(parts.join(''));
}
