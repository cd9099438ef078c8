import type { Mutant } from './mutant.js';

const stages = 'http/stages';

/** Faults in authorization and in limits on concurrent requests. */
export const httpMutants: readonly Mutant[] = [
  {
    name: 'key-expires-late',
    file: `${stages}/access.ts`,
    find: 'key.expiresAt !== null && key.expiresAt <= now',
    replace: 'key.expiresAt !== null && key.expiresAt + 2 <= now',
    tests: ['http/stages/access.test.ts'],
    testName: 'expiry',
  },
  {
    name: 'key-expires-early',
    file: `${stages}/access.ts`,
    find: 'key.expiresAt !== null && key.expiresAt <= now',
    replace: 'key.expiresAt !== null && key.expiresAt - 1 <= now',
    tests: ['http/stages/access.test.ts'],
    testName: 'expiry',
  },
  {
    name: 'own-scope-too-small',
    file: `${stages}/access.ts`,
    find: 'scopes.indexOf(key.scope) >= scopes.indexOf(needed)',
    replace: 'scopes.indexOf(key.scope) > scopes.indexOf(needed)',
    tests: ['http/stages/access.test.ts'],
  },
  {
    name: 'bound-key-reaches-everything',
    file: `${stages}/access.ts`,
    find: 'return name !== undefined && key.collections.has(name);',
    replace: 'return name === undefined || key.collections.has(name);',
    tests: ['http/stages/access.test.ts'],
  },
  {
    name: 'slot-never-released',
    file: 'http/limits/concurrency-limit.ts',
    find: '    slots.release(slot.client);\n',
    replace: '',
    tests: ['http/limits/concurrency-limit.test.ts'],
    testName: 'request slots',
  },
  {
    name: 'foreign-origin-allowed',
    file: `${stages}/access.ts`,
    find: 'if (!listed.has(origin) && !isSameOrigin(origin, host))',
    replace: 'if (!listed.has(origin) && !isSameOrigin(origin, host) && site === undefined)',
    tests: ['http/stages/foreign-requests.test.ts'],
    testName: 'without keys, a page',
  },
  {
    name: 'origin-without-scheme-allowed',
    file: `${stages}/access.ts`,
    find: 'return place !== origin && place === host?.toLowerCase();',
    replace: 'return place === host?.toLowerCase();',
    tests: ['http/stages/foreign-requests.test.ts'],
    testName: 'without keys, a page',
  },
  {
    name: 'idempotency-key-shared',
    file: `${stages}/idempotency.ts`,
    find: "identify(request.key?.digest ?? '', given as string)",
    replace: "identify('', given as string)",
    tests: ['http/stages/idempotency.test.ts'],
  },
  {
    name: 'request-hash-without-type',
    file: `${stages}/idempotency.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a source file
    find: "\\n${headers['content-type']}\\n`",
    replace: '\\n`',
    tests: ['http/stages/idempotency.test.ts'],
  },
  {
    name: 'failed-request-uses-up-key',
    file: `${stages}/idempotency.ts`,
    find: '  } finally {\n    inProgress.delete(key);\n  }',
    replace: '  } finally {\n  }',
    tests: ['http/stages/idempotency.test.ts'],
  },
  {
    name: 'turns-without-end',
    file: 'quota/loop-turns.ts',
    find: 'if (now - servingSince < turnMs) serveNext',
    replace: 'if (now - servingSince < 1e9) serveNext',
    tests: ['quota/loop-turns.test.ts'],
  },
  {
    name: 'turns-by-number',
    file: 'quota/loop-turns.ts',
    find: '        updateCost(next.owner, now - startedAt);\n',
    replace: '',
    tests: ['quota/loop-turns.test.ts'],
  },
  {
    name: 'result-older-than-its-request',
    file: 'quota/long-work.ts',
    find: '      waiting.delete(name);\n      const result',
    replace: '      const result',
    tests: ['quota/long-work.test.ts'],
  },
  {
    name: 'long-work-for-nobody',
    file: 'quota/long-work.ts',
    find: '          work.leave.abort(signal?.reason);\n',
    replace: '',
    tests: ['quota/long-work.test.ts'],
  },
  {
    name: 'work-outlives-its-key',
    file: 'http/route.ts',
    find: '(error) => over.abort(error)',
    replace: '() => {}',
    tests: ['http/long-work-context.test.ts'],
  },
];
