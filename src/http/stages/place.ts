import type { FastifyRequest } from 'fastify';
import type { Client } from '../../shares/client.js';

/** The place of a request among those under way. */
export interface Place {
  readonly client: Client;
  readonly request: FastifyRequest;
  /** When the body began to come, by the clock of `performance`. */
  readonly since: number;
  /** The bytes that the connection had received by then. */
  readonly bytesBefore: number;
  held: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of this request among those under way; null: none. */
    place: Place | null;
  }
}
