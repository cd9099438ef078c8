import type { FastifyRequest } from 'fastify';
import type { Client } from '../../shares/client.js';

/** What a request takes of all that may be under way. */
export interface Place {
  readonly client: Client;
  readonly request: FastifyRequest;
  /** When the body began to come, by the clock of `performance`. */
  readonly since: number;
  /** What the connection had received by then. */
  readonly bytesBefore: number;
  held: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request takes of all that may be under way; null: nothing. */
    place: Place | null;
  }
}
