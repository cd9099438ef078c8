/** Ends its thread if it is told so. */
export default function run(ends) {
  if (ends) process.exit(1);
  return 'done';
}
