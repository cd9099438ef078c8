import { join, relative } from 'node:path';
import ts from 'typescript';

/** Fields of the decision of a check, as in `CheckOutcome`. */
const fields = new Set([
  'decision',
  'stored',
  'created',
  'id',
  'duplicateOf',
  'similarTo',
  'replaced',
  'best',
  'cluster',
  'previous',
  'matches',
  'truncated',
]);
/** Number of these fields with which a literal passes a decision on. */
const fieldsMin = 5;

/**
 * Finds the object literals of src/ that make one decision into another object: they end up with at least
 * five of the fields of a `CheckOutcome`, written out or spread. Schemas of replies and generated files
 * are left out. Returns `file:line` with the names that are written out or spread.
 */
export function decisionLiterals(root: string): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(fileNames, { ...options, noEmit: true, incremental: false });
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName);
    if (!path.startsWith('src/') || /schemas\.ts$|client\/openapi\.ts$/.test(path)) continue;
    visit(file);

    function visit(node: ts.Node): void {
      if (ts.isObjectLiteralExpression(node) && !isSchema(node) && carries(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${path}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    }
  }
  return found.sort();

  function carries(literal: ts.ObjectLiteralExpression): boolean {
    const names = literal.properties.flatMap((property) =>
      ts.isSpreadAssignment(property)
        ? namesOf(property.expression)
        : [property.name?.getText() ?? ''],
    );
    return new Set(names.filter((name) => fields.has(name))).size >= fieldsMin;
  }

  function namesOf(expression: ts.Expression): string[] {
    return checker
      .getTypeAtLocation(expression)
      .getProperties()
      .map(({ name }) => name);
  }
}

/** `z.object({ … })` says how a reply looks, and carries nothing. */
function isSchema({ parent }: ts.ObjectLiteralExpression): boolean {
  return ts.isCallExpression(parent) && /^z\s*\.\w*object$/i.test(parent.expression.getText());
}
