/** How far a page is searched for its declaration; the HTML standard asks for 1,024 bytes. */
const searchedBytes = 8192;

/**
 * The charset that markup itself declares: in the XML declaration, `<meta charset>` or `<meta
 * http-equiv="Content-Type" content="…; charset=…">`. As the HTML standard requires (13.2.3.2),
 * UTF-16 means UTF-8 here, since the declaration was readable.
 */
export function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, searchedBytes)).toString('latin1');
  const label = xmlEncoding(head) ?? metaCharset(head.replaceAll(/<!--[\s\S]*?-->/g, ''));
  if (label === null) return null;
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}

function xmlEncoding(head: string): string | null {
  return /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? null;
}

function metaCharset(head: string): string | null {
  for (const [tag] of head.matchAll(/<meta[\s/][^>]{0,1000}>/gi)) {
    const label =
      /[\s/"']charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(tag) ??
      /[\s/"']content\s*=\s*["']?[^"'>]{0,200}?charset\s*=\s*([\w.:-]{1,40})/i.exec(tag);
    if (label !== null) return label[1]!;
  }
  return null;
}
