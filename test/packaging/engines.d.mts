export function packagesRefusingNode(ours: string, packages: Record<string, object>): string[];
