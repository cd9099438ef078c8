import { join, relative } from 'node:path';
import ts from 'typescript';

/** Fields of a check's decision, as in `CheckOutcome`. */
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
/** Minimum number of these fields in a literal that passes on a decision. */
const fieldsMin = 5;

/**
 * Finds object literals of src/ that convert a decision into another object: at least five fields of a `CheckOutcome`,
 * written out or spread. Skips reply schemas and generated files. Returns `file:line` with the names written out or
 * spread.
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

/** `z.object({ … })` describes a reply and carries no decision. */
function isSchema({ parent }: ts.ObjectLiteralExpression): boolean {
  return ts.isCallExpression(parent) && /^z\s*\.\w*object$/i.test(parent.expression.getText());
}
