import ts from 'typescript';

/** A piece of prose judged as a whole: a comment, a string, a paragraph. */
export interface Passage {
  readonly offset: number;
  /**
   * As long as the text of the file at `offset`. Anything that is not prose (comment delimiters, code in backticks,
   * expressions in a template) is blank, so offsets in the passage correspond to offsets in the file.
   */
  readonly text: string;
  /** True for a comment directly before a declaration, or one that begins with two stars. */
  readonly onDeclaration: boolean;
}

/** Returns the prose of a file, by its name: Markdown, or anything that TypeScript parses. */
export function passagesIn(path: string, text: string): Passage[] {
  return path.endsWith('.md') ? markdownPassages(text) : sourcePassages(path, text);
}

/**
 * Returns comments and strings of a source file. They are found by the parser, because a pattern cannot distinguish a
 * comment from two slashes in a string, a regular expression or JSX.
 *
 * In tests, only titles count among the strings: the others are sample pages and expected values.
 */
function sourcePassages(path: string, text: string): Passage[] {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const file = ts.createSourceFile(path, text, options);
  const titlesOnly = /(^|\/)test\//.test(path);
  const literals: ts.TextRange[] = [];
  const declarations = new Set<number>();
  const passages: Passage[] = [];

  const addString = (node: ts.Node) => {
    const prose = proseOfString(node, file);
    if (prose !== undefined) passages.push(prose);
  };
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) literals.push({ pos: node.getStart(file), end: node.end });
    if (isDeclaration(node)) declarations.add(node.getStart(file));
    if (!titlesOnly) addString(node);
    else if (ts.isCallExpression(node) && isTestCall(node)) addString(node.arguments[0]!);
    ts.forEachChild(node, visit);
  };
  visit(file);

  for (const { pos, end } of joinLines(text, commentsBetween(text, literals))) {
    const next = end + text.slice(end).search(/\S|$/);
    passages.push({
      offset: pos,
      text: blankCode(blankFrame(text.slice(pos, end))),
      onDeclaration: text.startsWith('/**', pos) || declarations.has(next),
    });
  }
  return passages.sort((a, b) => a.offset - b.offset);
}

/** Tests for tokens that may contain two slashes, or a slash and a star, without a comment. */
function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) ||
    ts.isTemplateLiteralToken(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  );
}

interface Comment extends ts.TextRange {
  readonly isLine: boolean;
}

/** Returns comments in order. Outside literals, their delimiters have no other meaning. */
function commentsBetween(text: string, literals: readonly ts.TextRange[]): Comment[] {
  const comments: Comment[] = [];
  let from = 0;
  for (const { pos, end } of [...literals, { pos: text.length, end: text.length }]) {
    for (const { 0: comment, index } of text
      .slice(from, pos)
      .matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
      const start = from + index;
      comments.push({ pos: start, end: start + comment.length, isLine: comment[1] === '/' });
    }
    from = end;
  }
  return comments;
}

/** Joins line comments on consecutive lines into one comment. */
function joinLines(text: string, comments: readonly Comment[]): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const follows =
      last?.isLine && comment.isLine && /^\r?\n[ \t]*$/.test(text.slice(last.end, comment.pos));
    if (follows) joined.splice(-1, 1, { ...last, end: comment.end });
    else joined.push(comment);
  }
  return joined;
}

function isDeclaration(node: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isVariableStatement(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isEnumMember(node) ||
    ts.isClassElement(node) ||
    ts.isTypeElement(node)
  );
}

/** Tests for a call such as `it('title', …)` or `it.each(rows)('title', …)`. */
function isTestCall(node: ts.CallExpression): boolean {
  let callee: ts.Expression = node.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee))
    callee = callee.expression;
  return (
    ts.isIdentifier(callee) &&
    ['describe', 'it', 'test'].includes(callee.text) &&
    node.arguments.length > 0
  );
}

/** Returns a string, template or JSX text of at least two words; a single word is a name or a value. */
function proseOfString(node: ts.Node, file: ts.SourceFile): Passage | undefined {
  const isText =
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateExpression(node) ||
    ts.isJsxText(node);
  if (!isText) return undefined;
  const offset = node.getStart(file);
  let text = file.text.slice(offset, node.end);
  if (!ts.isJsxText(node)) text = ` ${text.slice(1, -1)} `;
  if (ts.isTemplateExpression(node)) {
    for (const { expression, literal } of node.templateSpans) {
      text = blank(text, expression.pos - 2 - offset, literal.getStart(file) + 1 - offset);
    }
  }
  return /\p{L}\S*\s+\S*\p{L}/u.test(text)
    ? { offset, text: blankCode(text), onDeclaration: false }
    : undefined;
}

/** Returns paragraphs, headings, items and rows outside code blocks. */
function markdownPassages(text: string): Passage[] {
  const passages: Passage[] = [];
  let offset = 0;
  let start = -1;
  let fence: string | undefined;
  const end = (at: number) => {
    if (start >= 0) {
      const prose = text.slice(start, at).replaceAll(/\]\([^)]*\)/g, blanked);
      passages.push({ offset: start, text: blankCode(prose), onDeclaration: false });
    }
    start = -1;
  };
  for (const line of text.split('\n')) {
    const mark = /^\s*(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      end(offset);
      fence = fence === undefined ? mark : undefined;
    } else if (fence === undefined) {
      if (/^\s*(?:$|[-*+] |\d+\. |\||#)/.test(line)) end(offset);
      if (start < 0 && line.trim() !== '') start = offset;
    }
    offset += line.length + 1;
  }
  end(text.length);
  return passages;
}

/** Returns a comment without its slashes and stars. */
function blankFrame(comment: string): string {
  return comment
    .replace(/^\/\*+/, blanked)
    .replace(/\*\/$/, blanked)
    .replaceAll(/^[ \t]*(?:\*|\/\/+)/gm, blanked);
}

/** Blanks code but keeps one word, so that the text around it does not join. */
function blankCode(text: string): string {
  return text.replaceAll(/(`+)[^`]+\1/g, (code) => code.replaceAll(/\S/g, '_'));
}

function blank(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(from, to).replaceAll(/\S/g, '_') + text.slice(to);
}

function blanked(match: string): string {
  return match.replaceAll(/[^\n]/g, ' ');
}
