/*
 * A signing thread that does what it is told by the text. Speaks as src/workers/signing-task.ts does.
 */
export default function runTask({ name, input: [text] }) {
  if (text === 'exit') process.exit(3);
  if (text === 'throw') return { thrown: new RangeError('a mistake') };
  return { output: typeof text === 'string' ? `${name} ${text}` : name };
}
