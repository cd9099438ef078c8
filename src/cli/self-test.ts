import { toHex } from '../fingerprint/blocks.js';
import { storedEvidence } from '../fingerprint/packed-reading.js';
import { defaultRecipe, recipeId } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Dictionaries } from '../text/dictionaries.js';

/**
 * Signatures of two texts under the default recipe. Neither the recipe nor the signatures ever change. See
 * test/vectors.
 */
export const frozenRecipeId = '492aeac23a846a5c';
export const frozenSignatures = [
  {
    text: '城市圖書館本週六起延長開放時間，讀者可以在晚上十點以前借閱圖書。館長表示，過去三年裡夜間到館的人數增加了一倍，其中大部分是準備考試的學生。新的閱覽室設有二百四十個座位，每個座位都配有電源和檯燈。',
    fingerprint: '492f78d64396812f',
    sketch:
      '77d32b58baee98cdab3b4c9e4673ed424ee26ccd9498f2e5e89cfa8fa7167b6aa93d6b471d404ae49f0b0d70b828e562011daacb32b54717a1cfbeb7eb139bd6c33982de42af71eed3b2c8b12279e7f58127facdc187869cd87cbc77e20efef49591dab3d54ebb52523a53767f3f837d165d62cbe45a78c3c0bc27d7b597d869d99252bee64baa9b60d9b1e732bfb98e0000000088b993b4000000008c7bfacf2815ed1b912a1d0b382b1c9e24aafdf1',
    evidence:
      '40075c0736128720c147056197d2b6e383edaeb20d1e5d15b900000609a3e25f4deff322c7c9bdc98a5388fd6c7dcddeb0eb50c0018a6940ab9dc43d0705933b95fa9245b01501ba2b05efdf522bf9f145d6afac7ca91ee79ff352815642f056e59cffa4179241b60802b868cb112368c4ca5d811349f8da5682588211dc0defdf6e6759977e62bcb39e7903888cc6a4c20de85e7cacf550706882679ece60e9bdc91008149400cb0e036c3f3dd8bf5189133e6e233972fd56f8e7ba0c4261a90c434d96aa76a4ccda6f6d625277bcc03c4f670c0110030000041701bf00',
  },
  {
    text: "The city library will stay open later from this Saturday on: readers can borrow books until ten o'clock in the evening. Twice as many people came at night as three years ago, the director said, and most of them were students who didn't find a quiet place elsewhere.",
    fingerprint: '0cf334f85dfa871f',
    sketch:
      'd500be3755f15764b19ac4d4355dfe08c4801f1ae3d8bee85687b9df7167ad686b8b42768110846b867636b70a707bec013061571365fb5e0dc4d28638ab8783cf29a34d796f670c78e61ae23c26d628906fa1963c5f7397ac54197b4abc168cb56107a587a70c5426fc26329f8ae66fcb895d730fbd71d3ff02703688da2e7322b19cf240589705837f89fcc66e2aca000000000000000000000000605c58172199ea8fbe466dafdd2dffc900000000',
    evidence:
      '400002b9afba4b01351469000014493bc219280d24c6b26bf0f84453bbb0189c010338cd424c6bb3716df8181325b11e550477b25ca0f3626715072b8e31a7060d11bb9b59ce294871eab0966e422ad6377f16ac7c49033656644d31a025f2ed80b59bd47800c71c26b0e435eb6d59ba9041a79dc21401100300008414013500',
  },
] as const;

/** Signs the texts of `frozenSignatures` again. Returns a description of the difference; null if there is none. */
export function selfTest(dictionaries: Dictionaries): string | null {
  const recipe = defaultRecipe(dictionaries.checksums);
  if (recipeId(recipe) !== frozenRecipeId) {
    return `the default recipe is "${recipeId(recipe)}", not "${frozenRecipeId}": its dictionaries differ`;
  }
  for (const { text, fingerprint, sketch, evidence } of frozenSignatures) {
    const signed = sign({ kind: 'text', text }, recipe, dictionaries);
    const isSame =
      toHex(signed.fingerprint) === fingerprint &&
      formatHex(signed.sketch) === sketch &&
      formatHex(storedEvidence(signed.evidence!)) === evidence;
    if (!isSame) {
      return `a text has the fingerprint ${toHex(signed.fingerprint)} instead of ${fingerprint}, or a different sketch or evidence`;
    }
  }
  return null;
}

const formatHex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex');
