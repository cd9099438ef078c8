import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { Example } from './route.js';

/**
 * Turns the schemas of the routes into a description for client generators, linters and people:
 *
 *   1. names      makes each object a component, named by its id or title, or else after its parent
 *   2. constants  types whole numbers as integers: `"type": "number", "const": 1` would become a float
 *   3. null       writes "type": ["string", "null"] instead of `anyOf` with null
 *   4. streams    types an NDJSON body as a string, with the schema of its lines beside it, as in OpenAPI 3.2
 *   5. bodies     makes a body optional if the operation needs none of its fields
 *   6. examples   adds an example to each operation
 *
 * Zod emits each named schema twice, for input and for output. Schemas that no operation uses are removed.
 */
export function finishDescription(
  document: Parameters<typeof jsonSchemaTransformObject>[0],
  { examples, withoutBody }: OperationFacts,
): ReturnType<typeof jsonSchemaTransformObject> {
  const named = jsonSchemaTransformObject(document) as unknown as Description;
  const schemas = named.components.schemas;
  removeUnused(named, schemas);
  const whole = withoutInput(named, schemas);
  simplify(whole);
  describeParameters(whole);
  describeStreams(whole);
  nameObjects(whole);
  for (const { operationId, requestBody } of listOperations(whole.paths)) {
    if (requestBody !== undefined && withoutBody.has(operationId)) requestBody.required = false;
  }
  addExamples(whole, examples);
  return whole as unknown as ReturnType<typeof jsonSchemaTransformObject>;
}

interface OperationFacts {
  readonly examples: Examples;
  /** Ids of operations that need no field of their body. */
  readonly withoutBody: ReadonlySet<string>;
}

/** Examples by operation id. */
type Examples = ReadonlyMap<string, Example>;

/** A schema, or any other object of the description. */
type Node = Record<string, unknown>;

interface Parameter extends Node {
  readonly name: string;
  readonly schema?: Node;
  readonly content?: Record<string, { readonly schema: Node }>;
}

interface Operation extends Node {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; required?: boolean };
  readonly responses: Record<string, { readonly content?: Content }>;
}

/** Schemas and examples by media type. */
type Content = Record<string, Node>;

interface Description extends Node {
  paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, Node> };
}

const listOperations = (paths: Description['paths']) =>
  Object.values(paths).flatMap((path) => Object.values(path));

const createReference = (name: string) => `#/components/schemas/${name}`;

function removeUnused(document: Description, schemas: Record<string, Node>): void {
  for (let removed = true; removed; ) {
    removed = false;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas)) {
      if (text.includes(`"${createReference(name)}"`)) continue;
      delete schemas[name];
      removed = true;
    }
  }
}

/**
 * Removes the suffix `Input` from the names of schemas. The suffix is not needed, because a schema either has the same
 * form for input and output or is used for only one of them.
 */
function withoutInput(document: Description, schemas: Record<string, Node>): Description {
  let text = JSON.stringify(document);
  for (const name of Object.keys(schemas)) {
    const plain = name.replace(/Input$/, '');
    if (plain === name) continue;
    const isOther =
      JSON.stringify(schemas[plain] ?? schemas[name]) !== JSON.stringify(schemas[name]);
    if (isOther) throw new Error(`${plain} differs between requests and replies: give each an id`);
    text = text
      .replaceAll(`"${createReference(name)}"`, `"${createReference(plain)}"`)
      .replace(`"${name}":{`, `"${plain}":{`);
  }
  return JSON.parse(text) as Description;
}

/** Applies steps 2 (constants) and 3 (null) of `finishDescription` in place. */
export function simplify(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) simplify(part);
  const node = value as Node;
  // Zod marks the array of a `readonly()` schema as readOnly. In OpenAPI, readOnly fields must not be sent.
  delete node.readOnly;
  const constants = [node.const, node.enum].flat().filter((each) => each !== undefined);
  if (node.type === 'number' && constants.length > 0 && constants.every(Number.isInteger)) {
    node.type = 'integer';
  }
  // Client generators for Java write boolean constants as strings.
  if (node.type === 'boolean' && 'const' in node) {
    node.description = node.description ?? `Always ${node.const}.`;
    delete node.const;
  }
  if (!Array.isArray(node.anyOf) || node.anyOf.length !== 2) return;
  const [schema, other] = node.anyOf as [Node, Node];
  if (other.type !== 'null' || typeof schema.type !== 'string') return;
  delete node.anyOf;
  Object.assign(node, { ...schema, ...node, type: [schema.type, 'null'] });
  if (Array.isArray(schema.enum)) {
    node.enum = [...schema.enum, null];
    // Client generators for Go cannot write the default of an enum that may be null.
    if (node.default !== undefined)
      node.description = `${node.description} The default is \`${node.default}\`.`;
    delete node.default;
  }
  if ('const' in schema) {
    delete node.const;
    node.enum = [schema.const, null];
  }
}

/** Query parameters that accept the word `null`. */
const nullable = new Set(['minContainment']);

/** Removes null from the types of query parameters, because clients omit a parameter instead. */
function describeParameters({ paths }: Description): void {
  for (const { parameters = [] } of listOperations(paths)) {
    for (const { name, ...parameter } of parameters) {
      const { schema } = parameter.content?.['application/json'] ?? parameter;
      if (!Array.isArray(schema?.type) || nullable.has(name)) continue;
      schema.type = schema.type[0];
      if (Array.isArray(schema.enum)) schema.enum = schema.enum.filter((each) => each !== null);
    }
  }
}

/** Applies step 4 (streams) of `finishDescription`. */
function describeStreams({ paths }: Description): void {
  const { requestBody, responses } = paths['/documents/bulk']!.post!;
  const line = {
    anyOf: ['AddDocumentRequest', 'CheckRequest'].map((name) => ({ $ref: createReference(name) })),
  };
  for (const content of [requestBody!.content, responses[200]!.content!]) {
    const media = content['application/x-ndjson']!;
    const { description, $ref } = media.schema as Node;
    media.schema = { type: 'string', description };
    media['x-itemSchema'] = $ref === undefined ? line : { $ref };
  }
  const decisions = paths['/decisions']?.get?.responses[200]?.content?.['application/x-ndjson'];
  if (decisions) decisions['x-itemSchema'] = { $ref: createReference('LoggedDecision') };
}

/** Applies step 1 (names) of `finishDescription`. */
function nameObjects({ paths, components }: Description): void {
  const { schemas } = components;
  for (const [name, schema] of Object.entries(schemas)) nameParts(schema, name);
  for (const { operationId, requestBody, responses } of listOperations(paths)) {
    const name = pascal(operationId);
    for (const content of Object.values(requestBody?.content ?? {})) {
      if (content.schema !== undefined)
        content.schema = referTo(content.schema as Node, `${name}Request`);
    }
    for (const content of Object.values(responses).flatMap((each) =>
      Object.values(each.content ?? {}),
    )) {
      content.schema = referTo(content.schema as Node, `${name}Reply`);
    }
  }

  /** Names the objects in a schema, with the name of the schema as prefix. */
  function nameParts(schema: Node, name: string): void {
    for (const keyword of ['anyOf', 'oneOf']) {
      if (!Array.isArray(schema[keyword])) continue;
      schema[keyword] = schema[keyword].map((each: Node) => referTo(each, name));
    }
    if (schema.items !== undefined) schema.items = referTo(schema.items as Node, singular(name));
    const properties = schema.properties as Record<string, Node> | undefined;
    for (const [key, property] of Object.entries(properties ?? {})) {
      properties![key] = referTo(property, `${name}${pascal(key)}`);
    }
  }

  /** Turns an object schema that has properties into a component, and returns a reference to this component. */
  function referTo({ title, ...schema }: Node, proposed: string): Node {
    const name = typeof title === 'string' ? title : proposed;
    nameParts(schema, name);
    const isNullable = Array.isArray(schema.type);
    if (![schema.type].flat().includes('object') || schema.properties === undefined) return schema;
    const { description, ...object } = schema;
    if (isNullable) object.type = 'object';
    if (JSON.stringify(schemas[name] ?? object) !== JSON.stringify(object)) {
      throw new Error(`Two schemas are called ${name}: give one of them an id`);
    }
    schemas[name] = object;
    const reference = { $ref: createReference(name) };
    const place = isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
    return description === undefined ? place : { description, ...place };
  }
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function singular(name: string): string {
  return name.replace(/(ch)es$|s$/, '$1');
}

/** Applies step 5 (examples) of `finishDescription`. */
function addExamples({ paths }: Description, examples: Examples): void {
  for (const operation of listOperations(paths)) {
    const { body, parameters = {} } = examples.get(operation.operationId) ?? {};
    for (const parameter of operation.parameters ?? []) {
      const example = parameters[parameter.name];
      if (example !== undefined) parameter.example = example;
    }
    if (body === undefined) continue;
    for (const [mediaType, content] of Object.entries(operation.requestBody!.content)) {
      if (mediaType.endsWith('json')) content.example = body;
    }
  }
}
