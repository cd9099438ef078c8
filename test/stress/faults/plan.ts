/** Draws random rules for shim.c, in which each kind of end and failure is frequent. */
export function drawPlan(random: () => number): string {
  const below = (count: number) => Math.floor(random() * count);
  /** Log-uniform: 1 to 3 is as likely as 100 to 300. */
  const anyWrite = () => Math.ceil(3 ** (random() * 6));
  const anySync = () => 1 + below(below(2) === 0 ? 4 : 16);
  const rule = (operation: string, from: number, length: number, action: string, later = 0) =>
    `${operation} ${from} ${from + length - 1} ${action} ${later}\n`;
  const soon = () => (below(2) === 0 ? 0 : anyWrite());
  const kinds = [
    () => '',
    () => rule('w', anyWrite(), 1, ['before', 'torn', 'after'][below(3)]!),
    () => rule('s', anySync(), 1, ['before', 'after'][below(2)]!),
    () => rule('s', anySync(), 1, 'eio', soon()),
    () => rule('s', anySync(), 1, 'eio', 1 + below(4)),
    () => rule('s', anySync(), 1 + below(6), 'eio', soon()),
    () => rule('w', anyWrite(), 1, 'eio', soon()),
    () => rule('w', anyWrite(), 1 + below(30), 'eio', soon()),
    () => rule('w', anyWrite(), 1 + below(8), 'short'),
    () => {
      const from = anyWrite();
      return rule('w', from, 1, 'short') + rule('w', from + 1, 1 + below(60), 'enospc', soon());
    },
    () => rule('t', 1 + below(3), 1, ['before', 'eio', 'after'][below(3)]!),
  ];
  const some = () => kinds[below(kinds.length)]!();
  return below(3) === 0 ? some() + some() : some();
}
