import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type Faults, faultsOf } from '../api/validation.js';

/** A request that does not have the form of its schema, on its way to `sendProblem`. */
export class FormError extends Error {
  override readonly name = 'FormError';
  /** Fastify sets it: which part of the request. */
  readonly validationContext: string | undefined;
  constructor(readonly faults: Faults) {
    super('A value does not have the form of its schema');
  }
}

/** Has Fastify check what comes in by the schemas of the routes. */
export const formCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (value: unknown) => {
    const result = schema.safeParse(value);
    return result.success
      ? { value: result.data }
      : { error: new FormError(faultsOf(result.error, schema)) };
  };
};
