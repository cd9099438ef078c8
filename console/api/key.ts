/**
 * The API key lives only as long as the tab: it is in the tab's session storage, never on disk.
 */

const name = 'neardup.key';

/** Why a key is asked for. */
export interface KeyWanted {
  /** Why the service refused the key; null: no key was sent. */
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

/** Sets the function that is called when the service wants a key, or another one. */
export function whenKeyWanted(heard: (wanted: KeyWanted) => void): void {
  listener = heard;
}

/** To be called when the service has answered 401. */
export function keyRefused(detail: string): void {
  listener({ refusal: currentKey() === null ? null : detail });
}
