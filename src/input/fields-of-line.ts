import { contents } from '../api/content.js';
import { cut } from '../api/validation.js';
import { NeardupError } from '../errors.js';

export type JsonObject = Readonly<Record<string, unknown>>;

const namesShownMax = 20;

/** Returns the value at a path such as `meta.url`. A field whose name contains the dot takes precedence. */
export function readValue(line: JsonObject, path: string): unknown {
  if (Object.hasOwn(line, path)) return line[path];
  let value: unknown = line;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

/**
 * Extracts the fields of a document from an arbitrary record.
 * @param fields for each field of the document, the path of its value in the line
 * @throws NeardupError `validation_failed` if the line has no content, or lacks the field that `fields` maps to the id;
 * `text_empty` if its content is null
 */
export function chosenFields(line: JsonObject, fields: ReadonlyMap<string, string>): JsonObject {
  const chosen: Record<string, unknown> = {};
  for (const [field, path] of fields) {
    const value = readValue(line, path);
    if (value !== undefined && value !== null) chosen[field] = value;
  }
  const idPath = fields.get('id');
  if (idPath !== undefined && idPath !== 'id' && chosen.id === undefined) refuse(line, [idPath]);
  const content = [...fields].filter(([field]) => contents.includes(field));
  if (content.some(([field]) => field in chosen)) return chosen;
  const empty = content.find(([, path]) => readValue(line, path) === null);
  if (empty === undefined)
    return refuse(
      line,
      content.map(([, path]) => path),
    );
  // A null has a different error code: many consecutive rows of a table may be empty although the mapping is right, so
  // they must not end the run.
  throw new NeardupError('text_empty', `"${empty[1]}" is null`);
}

function refuse(line: JsonObject, paths: readonly string[]): never {
  const missing = paths.map((path) => `"${path}"`).join(' or ');
  const list = listPaths(line);
  const advice =
    list === ''
      ? 'the line has no fields'
      : `the fields are ${list}: name those to take, as in --fields id=url,text=body`;
  throw new NeardupError('validation_failed', `there is no ${missing}; ${advice}`);
}

/** Lists the paths of all values of a line, except objects with fields; '' if the line is empty. */
function listPaths(line: JsonObject): string {
  const paths = (value: JsonObject, before: string): string[] =>
    Object.entries(value).flatMap(([name, each]) =>
      isObject(each) && Object.keys(each).length > 0
        ? paths(each, `${before}${name}.`)
        : [`${before}${name}`],
    );
  const all = paths(line, '').map((path) => cut(path, 100));
  const shown = all.slice(0, namesShownMax).join(', ');
  return all.length > namesShownMax ? `${shown} and ${all.length - namesShownMax} more` : shown;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
