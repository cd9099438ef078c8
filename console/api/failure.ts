/** Why a request failed: the service refused it, or (status 0) could not be reached. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed';
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly fields: readonly { readonly pointer: string; readonly detail: string }[] = [],
  ) {
    super(detail);
  }
}

/** Whether it failed because the service is away, which the banner of the page tells. */
export function isOutage({ code }: RequestFailed): boolean {
  return outages.has(code);
}

const outages: ReadonlySet<string> = new Set(['unreachable', 'not_ready', 'shutting_down']);
