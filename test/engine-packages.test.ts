import { expect, it } from 'vitest';
import { load } from '../src/engine-packages.js';
import { version } from '../src/package-facts.js';

it('a package that is not installed is refused with the command that installs it', async () => {
  await expect(load('neardup-absent', 'A store at absent://')).rejects.toMatchObject({
    code: 'not_ready',
    message: `A store at absent:// needs the package neardup-absent, which is not installed: run \`npm install neardup-absent@${version}\` where neardup is installed`,
  });
});

it('a package that cannot be loaded for another reason fails with that reason', async () => {
  const code = 'throw new Error("a fault of its own")';
  const broken = `data:text/javascript,${encodeURIComponent(code)}`;
  await expect(load(broken, 'A store')).rejects.toThrow('a fault of its own');
});
