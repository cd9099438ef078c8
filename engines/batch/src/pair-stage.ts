import { type Closeness, familyMax } from 'neardup/engine';
import { type Content, parseContent } from './content-columns.js';
import { createGroupComparison, type GroupMember } from './group.js';
import type { PairStageOptions } from './pair-rules.js';
import { broken, type Emit, type Stage, splitColumns } from './stage.js';

/**
 * Turns the lines of `createKeyStage`, sorted by key, into pairs of matching contents: the word `match`, both exact
 * hashes in order, the distance, and the similarity or `-`. In addition, contents with the same id, and contents of a
 * large family, are connected by pairs with the word `id`: they belong to the same component even if they do not match.
 */
export function createPairStage(options: PairStageOptions): Stage {
  const compare = createGroupComparison(options);
  let key: string | null = null;
  let group = new Map<string, GroupMember>();

  function finish(emit: Emit): void {
    if (key === null || group.size < 2) return;
    const members = [...group.values()];
    // Contents of a large family belong to one component, even if they do not match: a check compares a page with a
    // limited number of contents of its family, and contents that do not match count towards this limit as well.
    if (key.startsWith('i.') || (key.startsWith('b') && members.length > familyMax)) {
      for (const { name } of members.slice(1)) emit(`id\t${ordered(members[0]!.name, name)}\t-\t-`);
    }
    if (key.startsWith('i.')) return;
    const listed = (a: Content, b: Content, { distance, similarity }: Closeness) =>
      emit(`match\t${ordered(a.name, b.name)}\t${distance}\t${similarity ?? '-'}`);
    compare(parseSpace(key), members, listed);
  }

  return {
    line(line, emit) {
      const [lineKey, role, ...content] = splitColumns(line, 6);
      if (lineKey !== key) {
        finish(emit);
        key = lineKey!;
        group = new Map();
      }
      if (role !== '=' && role !== '~') throw broken(`its second column is "${role}"`);
      const name = content[0]!;
      // A content is under a key either as it is or with one bit flipped, never both.
      if (!group.has(name))
        group.set(name, { ...parseContent(content, options.recipe), flipped: role === '~' });
    },
    end: finish,
  };
}

function ordered(a: string, b: string): string {
  return a < b ? `${a}\t${b}` : `${b}\t${a}`;
}

/** Parses the key column. @throws NeardupError `validation_failed` */
function parseSpace(key: string) {
  const [, kind, number] = /^([mb])(\d+)\./.exec(key) ?? [];
  if (kind === undefined) throw broken(`no key is like "${key}"`);
  return { kind: kind === 'm' ? 'mask' : 'band', number: Number(number) } as const;
}
