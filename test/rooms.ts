import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** A room of sources: what it must not know or do. Paths are relative to the folder of the sources. */
export interface Room {
  readonly room: string;
  readonly what: string;
  /** Paths or path prefixes that the room may import, besides its own files. */
  readonly mayImport?: readonly string[];
  /** Files that the room must not import. */
  readonly mustNotImport?: readonly string[];
  /** Files from which the room may import types. */
  readonly typesOf?: readonly string[];
  /** Patterns that its code must not contain. */
  readonly mustNotContain?: RegExp;
}

export interface Source {
  readonly path: string;
  readonly code: string;
  readonly imports: readonly { readonly target: string; readonly typeOnly: boolean }[];
}

/** Returns the TypeScript files in a folder and below it. */
export function sourcesIn(root: string): Source[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));
}

export function sourceOf(path: string, text: string): Source {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const statement = /^(?:import|export)\s+(type\s)?(?:[^'";]*?from\s+)?'(\.[^']+)'/gm;
  const dynamic = /\bimport\(()'(\.[^']+)'\)/g;
  const found = [...code.matchAll(statement), ...code.matchAll(dynamic)];
  const imports = found.map(([, type, specifier]) => ({
    target: relative('/', join('/', dirname(path), specifier!)).replace(/\.js$/, '.ts'),
    typeOnly: Boolean(type),
  }));
  return { path, code, imports };
}

/** Returns the rules of rooms that a file breaks. */
export function faultsIn(rooms: readonly Room[], { path, code, imports }: Source): string[] {
  const faults: string[] = [];
  for (const { target, typeOnly } of imports) {
    const refuse = () => faults.push(`${path} must not import ${target}`);
    for (const { room, mayImport, mustNotImport, typesOf } of rooms) {
      if (!path.startsWith(room) || target.startsWith(room)) continue;
      if (mayImport !== undefined && !isIn(mayImport, target)) refuse();
      if (isIn(mustNotImport, target)) refuse();
      if (isIn(typesOf, target) && !typeOnly) refuse();
    }
  }
  for (const { room, what, mustNotContain } of rooms) {
    if (path.startsWith(room) && mustNotContain?.test(code)) faults.push(`${path}: ${what}`);
  }
  return [...new Set(faults)];
}

/** Tests if a path begins with one of these. */
export function isIn(places: readonly string[] | undefined, path: string): boolean {
  return places?.some((place) => path.startsWith(place)) ?? false;
}

/** Returns the files of each import cycle, sorted; type imports count as well. */
export function circlesIn(all: readonly Source[]): string[][] {
  const imported = new Map(all.map(({ path, imports }) => [path, imports.map((i) => i.target)]));
  const reached = (from: string) => {
    const seen = new Set<string>();
    const open = [...(imported.get(from) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(imported.get(path) ?? []));
    }
    return seen;
  };
  const reach = new Map(all.map(({ path }) => [path, reached(path)]));
  const circles = new Map<string, string[]>();
  for (const [path, seen] of reach) {
    if (!seen.has(path)) continue;
    const circle = [...seen].filter((each) => reach.get(each)?.has(path)).sort();
    circles.set(circle[0]!, circle);
  }
  return [...circles.values()];
}
