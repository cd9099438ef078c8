import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesIn } from '../../scripts/prose/passages.js';
import { findingsIn } from '../../scripts/prose/rules.js';

const findings = (path: string, text: string) => passagesIn(path, text).flatMap(findingsIn);
const phrases = (text: string, path = 'src/a.ts') =>
  findings(path, text).map(({ phrase, offset }) => `${phrase}@${offset}`);

describe('prose check', () => {
  it.each([
    ['/** What it stores. */\nexport const a = 1;', ['What@4']],
    ['// Whether it is stored.\nexport const a = 1;', ['Whether@3']],
    ['interface A {\n  // Of the content.\n  a: 1;\n}', ['Of@19']],
    ['/** Number of a dear thing. */\nconst a = 1;', ['dear@16']],
    ['/**\n * Kept for\n * good.\n */\nconst a = 1;', ['for good@12']],
    ["throw new Error('is made anew');", ['anew@25']],
    [`const a = \`so many \${b} for \${c} whoever\`;`, ['so many@11', 'whoever@33']],
    ['const a = 1; // so it is, too.\n', [', too@24']],
  ])('finds the phrases of %j', (text, expected) => {
    expect(phrases(text)).toEqual(expected);
  });

  it.each([
    ['f(); // Which may wait.\ng();'],
    ['/** Number of documents, dearly stored. */\nconst a = 1;'],
    ['/** Not kept for good reason. */\nconst a = 1;'],
    ['/** Accepts `dear` and `«`. */\nconst a = 1;'],
    ["const a = 'anew';"],
    ['const a = /so many/;'],
    ['const dear = anew;'],
  ])('finds nothing in %j', (text) => {
    expect(phrases(text)).toEqual([]);
  });

  it('finds phrases in the text and attributes of JSX', () => {
    const text = '<p title="kept for good">// is built anew</p>;';
    expect(phrases(text, 'console/a.tsx')).toEqual(['for good@15', 'anew@37']);
  });

  it('reads titles and comments of tests, not their sample texts', () => {
    const text = "it.each([1])('is made anew', () => f('is made anew')); // so many\n";
    expect(phrases(text, 'test/a.test.ts')).toEqual(['anew@22', 'so many@58']);
  });

  it('reads Markdown outside code and addresses', () => {
    const text =
      'A [dear](a/dear) `anew`\nthing for\ngood.\n\n```sh\n# so many\n```\n\n- whoever\n';
    expect(phrases(text, 'docs/a.md')).toEqual(['dear@3', 'for good@30', 'whoever@64']);
  });

  it('takes no string, template or regular expression for a comment', () => {
    const code = fc.oneof(
      fc.string().map((text) => JSON.stringify(`/** What ${text} */`)),
      fc.string().map((text) => JSON.stringify(`// What ${text}`)),
      fc.constantFrom(`\`// What of\n/* \${1} */\``, '/[/]/* 2', '/\\/\\/ What/', '"\\"// What"'),
    );
    const comment = fc.constantFrom('// "What" is it?\n', '/* `What` is // it? */', `/** it's */`);
    fc.assert(
      fc.property(fc.array(fc.tuple(code, comment)), (pairs) => {
        const text = pairs.map(([value, after]) => `f(${value}); ${after}\n`).join('');
        const starts = passagesIn('src/a.ts', text)
          .map(({ offset }) => offset)
          .filter((offset) => text[offset - 1] === ' ');
        let offset = 0;
        const expected = pairs.map(([value, after]) => {
          const start = offset + `f(${value}); `.length;
          offset = start + after.length + 1;
          return start;
        });
        expect(starts).toEqual(expected);
      }),
    );
  });
});
