/** The body of a reply, of whatever shape: a test that reads a field that is not there fails. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape that it asked for
export type AnyBody = any;
