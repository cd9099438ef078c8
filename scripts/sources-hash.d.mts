export const sources: readonly string[];
export function sourcesHash(root: string, paths?: readonly string[]): string;
