/** Ends its thread if `ends` is true; otherwise returns 'done'. */
export default function run(ends) {
  if (ends) process.exit(1);
  return 'done';
}
