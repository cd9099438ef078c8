/**
 * Assembles events from pieces of a stream, wherever it was cut, as the HTML standard defines them.
 */
export function eventReader(onEvent: (event: string, data: string) => void) {
  let rest = '';
  return (piece: string): void => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() as string;
    for (const block of blocks) {
      const fields = block.split('\n').map((line) => /^(event|data): ?(.*)$/.exec(line));
      const valuesOf = (name: string) =>
        fields.flatMap((field) => (field?.[1] === name ? [field[2] as string] : []));
      const data = valuesOf('data');
      if (data.length > 0) onEvent(valuesOf('event').at(-1) ?? 'message', data.join('\n'));
    }
  };
}
