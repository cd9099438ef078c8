/** Who sends a request, so that limits can be divided fairly among clients. */
export interface Client {
  /**
   * The name of the key that the request carries; without a key, the address that it comes from.
   */
  readonly owner: string;
  /** One of the connections of the owner. */
  readonly connection: string;
}
