import { twoCrawls } from './two-crawls.mjs';

/** `npm start`: what two crawls of the site do. */
const { first, second } = await twoCrawls();
for (const [name, { visits, stored, contents }] of Object.entries({ first, second })) {
  const count = (wanted) => visits.filter(({ decision }) => decision === wanted).length;
  const decisions = ['new', 'similar', 'duplicate', 'changed', 'unchanged']
    .map((decision) => `${count(decision)} ${decision}`)
    .join(', ');
  console.log(
    `${name} crawl: ${visits.length} pages, ${contents.size} of them distinct: ${decisions}`,
  );
  console.log(`  stored: ${stored.length}`);
}
console.log(`\nStored by the second crawl:\n  ${second.stored.toSorted().join('\n  ')}`);
