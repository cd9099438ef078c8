/** Body of a reply in any shape. A test that reads a missing field fails. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape that it asked for
export type AnyBody = any;
