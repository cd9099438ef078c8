import { gap } from './markdown.js';

/** Fields that differ between runs, or between extractor versions. */
const volatile = new Set(['tookMs', 'bytes', 'instance', 'documentsPerSecond']);
const changing = /^\d{4}-\d\d-\d\dT|^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-|^\w+\/\d+(-\w+)?$/;

export function settled(reply: unknown): unknown {
  return JSON.parse(
    JSON.stringify(reply, (name, value) => {
      if (volatile.has(name) || changing.test(value)) return gap;
      return typeof value === 'number' ? Number(value.toPrecision(12)) : value;
    }),
  );
}

/** Returns the reply without array elements and fields for which the document shows a gap. */
export function abridged(reply: unknown, shown: unknown): unknown {
  if (Array.isArray(reply) && Array.isArray(shown)) {
    const before = shown.indexOf(gap);
    if (before < 0 || reply.length < shown.length) {
      return reply.map((value, index) => abridged(value, shown[index]));
    }
    const after = shown.length - before - 1;
    const left = [...reply.slice(0, before), gap, ...reply.slice(reply.length - after)];
    return left.map((value, index) => abridged(value, shown[index]));
  }
  if (isObject(reply) && isObject(shown)) {
    const isCut = gap in shown;
    const fields = Object.entries(reply).filter(([name]) => !isCut || name in shown);
    if (isCut) fields.push([gap, gap]);
    return Object.fromEntries(fields.map(([name, value]) => [name, abridged(value, shown[name])]));
  }
  return reply;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
