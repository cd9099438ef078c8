export function reachableDeclarations(folder: string, exported: readonly string[]): Set<string>;
export function declarationsIn(folder: string): string[];
