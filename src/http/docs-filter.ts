/** Groups of operations in Swagger UI, as immutable lists and maps. */
interface Groups {
  map(change: (group: Group) => Group): Groups;
  filter(keep: (group: Group) => boolean): Groups;
}

interface Group {
  update(name: 'operations', change: (operations: Operations) => Operations): Group;
  get(name: 'operations'): Operations;
}

interface Operations {
  readonly size: number;
  filter(keep: (shown: { toJS(): ShownOperation }) => boolean): Operations;
}

interface ShownOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: { readonly tags: readonly string[]; readonly summary: string };
}

/**
 * Keeps the operations whose line on the page has a text; Swagger UI would compare the names of groups. Runs in the
 * browser.
 */
export function filterOperations(groups: Groups, text: string): Groups {
  return groups
    .map((group) =>
      group.update('operations', (all) =>
        all.filter((shown) => {
          const { method, path, operation } = shown.toJS();
          return [...operation.tags, method, path, operation.summary]
            .join(' ')
            .toLowerCase()
            .includes(text.toLowerCase());
        }),
      ),
    )
    .filter((group) => group.get('operations').size > 0);
}
