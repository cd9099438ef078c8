/**
 * Takes items in their order, so many at a time, and resolves when none is under way any more.
 * @throws the first error; the other lanes take the rest of the items
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
