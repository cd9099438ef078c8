/*
 * A signing thread that obeys orders in the text. It speaks as src/workers/signing-task.ts does.
 */
export default function runTask({ name, input: [text] }) {
  if (text === 'exit') process.exit(3);
  if (text === 'throw') return { thrown: new RangeError('a mistake') };
  return { output: typeof text === 'string' ? `${name} ${text}` : name };
}
