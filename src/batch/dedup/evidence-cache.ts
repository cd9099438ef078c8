/** Maximum size of the evidence in a cache, in bytes. Unpacked, the lines of a page take about as much again. */
const cachedBytesMax = 2 ** 23;

/** Caches the evidence of documents, because the newest pages of a site are read again for each page that needs them. */
export function createEvidenceCache(read: (document: number) => Uint8Array | null) {
  const cached = new Map<number, Uint8Array | null>();
  let bytes = 0;
  return (document: number): Uint8Array | null => {
    const known = cached.get(document);
    if (known !== undefined) return known;
    const evidence = read(document);
    cached.set(document, evidence);
    bytes += evidence?.length ?? 0;
    for (const [oldest, value] of cached) {
      if (bytes <= cachedBytesMax) break;
      cached.delete(oldest);
      bytes -= value?.length ?? 0;
    }
    return evidence;
  };
}
