import type { z } from 'zod';
import type { Page } from '../extract/extract.js';

/**
 * Bodies that are a page as it was fetched. The other fields of a request are in its query string,
 * under the same names and by the same rules as in JSON:
 *
 *   POST /check?id=a&maxDistance=2          POST /check
 *   Content-Type: text/html; charset=gbk    Content-Type: application/json
 *
 *   <html>…                                 {"id": "a", "maxDistance": 2, "html": "<html>…"}
 */
export interface BodySchemas<
  Json extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
> {
  /** A body of JSON; then there are no query parameters. */
  readonly json: Json;
  /** The fields in the query string if the body is a page. */
  readonly query: Query;
}

/** The input of a handler, in either form. */
export type BodyOf<Schema> =
  Schema extends BodySchemas<infer Json, infer Query>
    ? z.output<Json> | (z.output<Query> & { readonly page: Page })
    : never;

export function isBodySchemas(schema: unknown): schema is BodySchemas {
  return typeof schema === 'object' && schema !== null && 'json' in schema && 'query' in schema;
}
