/** Keeps the API key for the lifetime of the tab: in its session storage, never on disk. */

const name = 'neardup.key';

/** A request to the user for a key. */
export interface KeyWanted {
  /** Reason why the service refused the key; null if no key was sent. */
  readonly refusal: string | null;
}

let listener: (wanted: KeyWanted) => void = () => {};

export function currentKey(): string | null {
  return sessionStorage.getItem(name);
}

export function rememberKey(key: string): void {
  sessionStorage.setItem(name, key);
}

export function forgetKey(): void {
  sessionStorage.removeItem(name);
}

/** Sets the callback for a missing or refused key. */
export function whenKeyWanted(heard: (wanted: KeyWanted) => void): void {
  listener = heard;
}

/** Called when the service has answered 401. */
export function keyRefused(detail: string): void {
  listener({ refusal: currentKey() === null ? null : detail });
}
