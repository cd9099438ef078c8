/** Sender of a request, so that limits can be divided fairly among clients. */
export interface Client {
  /** Name of the API key; without a key, the client address. */
  readonly owner: string;
  /** One connection of the owner. */
  readonly connection: string;
}
