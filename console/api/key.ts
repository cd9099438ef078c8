/**
 * The API key lives as long as the tab, and no longer: in the tab's session storage, never in
 * anything that stays on the disk.
 */

const name = 'neardup.key';

/** Why a key is asked for. */
export interface KeyWanted {
  /** What the service said to the key that was sent; null: none was sent. */
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

/** Says what to do when the service wants a key, or another one. */
export function whenKeyWanted(heard: (wanted: KeyWanted) => void): void {
  listener = heard;
}

/** The service has answered 401. */
export function keyRefused(detail: string): void {
  listener({ refusal: currentKey() === null ? null : detail });
}
