/** A changelog in which a version has its date. */
export interface DatedChangelog {
  readonly text: string;
  /** Section of the version, without its title. */
  readonly notes: string;
  /** True if the file had the date already, because the version was prepared or released before. */
  readonly wasDated: boolean;
}

/**
 * Dates the section `Unreleased` of a changelog with a version. A changelog that begins with a dated section of this
 * version stays as it is.
 * @param date YYYY-MM-DD
 * @throws Error if there is nothing to release under this version
 */
export function dateChangelog(text: string, version: string, date: string): DatedChangelog {
  const titles = [...text.matchAll(/^## (.+)\n/gm)];
  const [first, second] = titles;
  if (first === undefined) throw new Error('CHANGELOG.md has no section');
  const start = first.index + first[0].length;
  const notes = text.slice(start, second?.index).trim();
  if (!/^[-*] \S/m.test(notes)) throw new Error(`CHANGELOG.md lists nothing under "${first[1]}"`);
  const dated = titles.find(([, title]) => versionIn(title!) === version);
  if (first[1] === '[Unreleased]') {
    if (dated !== undefined) {
      throw new Error(
        `CHANGELOG.md has a section "${dated[1]}" below Unreleased: raise the version of all packages`,
      );
    }
    const title = `## ${version} – ${date}\n`;
    return { text: text.slice(0, first.index) + title + text.slice(start), notes, wasDated: false };
  }
  if (dated !== first || !/ – \d{4}-\d{2}-\d{2}$/.test(first[1]!)) {
    throw new Error(
      `CHANGELOG.md begins with "${first[1]}", and not with "[Unreleased]" or "${version} – DATE"`,
    );
  }
  return { text, notes, wasDated: true };
}

const versionIn = (title: string) => /^\[?(\d+\.\d+\.\d+\S*?)\]?(?: |$)/.exec(title)?.[1];
