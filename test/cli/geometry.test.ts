import { describe, expect, it } from 'vitest';
import { runNeardup } from './program.js';

describe('neardup geometry', () => {
  it('prints masks as signed numbers in SQL', async () => {
    const { code, stdout } = await runNeardup(['geometry', '4x16', '--sql']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'SELECT * FROM VALUES (0, -281474976710656L), (1, 281470681743360L), (2, 4294901760L), (3, 65535L) AS masks(number, mask)\n',
    );
  });

  it('prints masks and radii as JSON', async () => {
    const { stdout } = await runNeardup(['geometry', '10x25', '--json']);
    const { name, radius, radiusWithFlip, tables } = JSON.parse(stdout);
    expect({ name, radius, radiusWithFlip }).toEqual({
      name: '10x25',
      radius: 3,
      radiusWithFlip: 4,
    });
    expect(tables).toHaveLength(10);
    expect(tables[0]).toEqual({ mask: 'ffffffc000000000', keyBits: 26 });
  });

  it('refuses an unknown geometry', async () => {
    const { code, stderr } = await runNeardup(['geometry', '8x8']);
    expect(code).toBe(2);
    expect(stderr).toContain('it must be one of 4x16, 10x25, 16x28, 20x31');
  });
});
