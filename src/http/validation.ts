import type { z } from 'zod';
import { NeardupError } from '../errors.js';

/**
 * A value that has the form of the schema, with its defaults filled in.
 * @param subject what the value is, as the first words of the message; '' for none
 * @throws `validation_failed` with every fault
 */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, subject: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.map(({ path, message }) => ({
    pointer: path.map((part) => `/${String(part)}`).join(''),
    detail: message,
  }));
  const list = errors.map(({ pointer, detail }) => (pointer ? `"${pointer}": ${detail}` : detail));
  const place = subject === '' ? '' : `${subject}: `;
  throw new NeardupError('validation_failed', place + list.join('; '), { errors });
}
