/* A signing thread that obeys commands in the text. It uses the messages of src/workers/signing-task.ts. */
export default function runTask({ name, input: [given] }) {
  const text = given?.text ?? given;
  if (text === 'exit') process.exit(3);
  if (text === 'throw') return { thrown: new RangeError('a mistake') };
  return { output: typeof text === 'string' ? `${name} ${text}` : name };
}
