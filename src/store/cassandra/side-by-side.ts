/**
 * Takes items in their order, so many at a time, and resolves when nothing of it is under way any more.
 * @throws what the first of the walks that failed threw; the others take the rest
 */
export async function sideBySide<T>(
  items: readonly T[],
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const walk = async () => {
    for (const item of rest) await act(item);
  };
  const walks = await Promise.allSettled(Array.from({ length: atOnce }, walk));
  for (const each of walks) if (each.status === 'rejected') throw each.reason;
}
