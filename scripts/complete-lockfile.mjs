/**
 * Adds package-lock.json entries of packages for other platforms, which npm could not look up when it wrote the file.
 * Without them, `npm ci` refuses the file. These packages are installed only on their own platform, where npm looks
 * them up by name and version. Run it after each `npm install`: `node scripts/complete-lockfile.mjs`
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const packages = lock.packages;

for (const { optionalDependencies = {}, dev } of Object.values(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    if (packages[path] !== undefined || platform === undefined) continue;
    packages[path] = { version, ...(dev && { dev }), optional: true, ...platform };
  }
}

const sorted = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

/** Derives the fields that restrict a package to a platform from its name. */
function platformOf(name) {
  const os = /android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32|wasi?/.exec(
    name,
  )?.[0];
  const cpu = /arm64|arm(?!64)|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32/.exec(
    name,
  )?.[0];
  if (os === undefined && cpu === undefined) return undefined;
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined;
  return {
    ...(os && { os: [os.startsWith('was') ? 'wasi' : os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(libc && os === 'linux' && { libc: [libc] }),
  };
}
