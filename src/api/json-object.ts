import { z } from 'zod';

/** Readers of other languages give up between 100 and 1,000 levels, V8 itself at some 4,000. */
const levelsMax = 64;

/**
 * A JSON object of any content within limits, returned unchanged. `z.record` would copy it, at a
 * microsecond a name.
 * @param bytesMax of its JSON in UTF-8
 */
export function jsonObject(bytesMax: number): z.ZodType<Record<string, unknown>> {
  return z
    .unknown()
    .superRefine((value, context) => {
      const message = faultOf(value, bytesMax);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .meta({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: {},
    }) as unknown as z.ZodType<Record<string, unknown>>;
}

function faultOf(value: unknown, bytesMax: number): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be a JSON object';
  }
  if (nestsDeeper(value, levelsMax)) return `must not nest deeper than ${levelsMax} levels`;
  // Only now: writing JSON recurses for each level.
  if (Buffer.byteLength(JSON.stringify(value)) <= bytesMax) return null;
  return `must be at most ${bytesMax / 1024} KiB as JSON`;
}

/** The object itself is one level. */
function nestsDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const part of Object.values(value)) {
    if (typeof part === 'object' && part !== null && nestsDeeper(part, levels - 1)) return true;
  }
  return false;
}
