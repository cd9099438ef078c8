/** Who asks, so that what all share can be shared out. */
export interface Client {
  /** The name of the key that the request carries; without a key, the address that it comes from. */
  readonly owner: string;
  /** One of the connections of the owner. */
  readonly connection: string;
}
