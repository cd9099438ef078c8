import { description, type Operation, type Parameter } from '../../openapi/conformance.js';

export interface DescribedOperation extends Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter & { readonly example?: unknown })[];
}

/** All operations of openapi.json. */
export const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) =>
      ({ ...operation, method: method.toUpperCase(), path }) as DescribedOperation,
  ),
);
