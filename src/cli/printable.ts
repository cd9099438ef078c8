/**
 * A message as one that a terminal shows and does not obey: inputs come from the web, and what is wrong
 * with them is told in their own words. Control characters become as JSON would write them.
 */
export function printable(message: string): string {
  return message.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
