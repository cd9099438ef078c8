import { toHex } from '../fingerprint/blocks.js';
import { defaultRecipe, recipeId } from '../fingerprint/recipe.js';
import { sign } from '../fingerprint/sign.js';
import type { Dictionaries } from '../text/dictionaries.js';

/** What two texts got when the default recipe was frozen, and must get for ever: see test/vectors. */
export const frozenRecipeId = 'd4716bff1cfc936f';
export const frozenSignatures = [
  {
    text: '城市圖書館本週六起延長開放時間，讀者可以在晚上十點以前借閱圖書。館長表示，過去三年裡夜間到館的人數增加了一倍，其中大部分是準備考試的學生。新的閱覽室設有二百四十個座位，每個座位都配有電源和檯燈。',
    fingerprint: '492f78d64396812f',
    sketch:
      '77d32b58baee98cdab3b4c9e4673ed424ee26ccd9498f2e5e89cfa8fa7167b6aa93d6b471d404ae49f0b0d70b828e562011daacb32b54717a1cfbeb7eb139bd6c33982de42af71eed3b2c8b12279e7f58127facdc187869cd87cbc77e20efef49591dab3d54ebb52523a53767f3f837d165d62cbe45a78c3c0bc27d7b597d869d99252bee64baa9b60d9b1e732bfb98e',
    traits:
      '4380080100200008600890228802230243924c0144400100200818208402030800000000000000000000000000000000',
  },
  {
    text: "The city library will stay open later from this Saturday on: readers can borrow books until ten o'clock in the evening. Twice as many people came at night as three years ago, the director said, and most of them were students who didn't find a quiet place elsewhere.",
    fingerprint: '0cf334f85dfa871f',
    sketch:
      'd500be3755f15764b19ac4d4355dfe08c4801f1ae3d8bee85687b9df7167ad686b8b42768110846b867636b70a707bec013061571365fb5e0dc4d28638ab8783cf29a34d796f670c78e61ae23c26d628906fa1963c5f7397ac54197b4abc168cb56107a587a70c5426fc26329f8ae66fcb895d730fbd71d3ff02703688da2e7322b19cf240589705837f89fcc66e2aca',
    traits:
      '0021098042108201002a42c00290080001200980c010889010a842802080020800000000000000000000000000000000',
  },
] as const;

/** Signs the texts again; null if all is as it was, else what differs. */
export function selfTest(dictionaries: Dictionaries): string | null {
  const recipe = defaultRecipe(dictionaries.checksums);
  if (recipeId(recipe) !== frozenRecipeId) {
    return `the default recipe is "${recipeId(recipe)}", not "${frozenRecipeId}": its dictionaries are others`;
  }
  for (const { text, fingerprint, sketch, traits } of frozenSignatures) {
    const signed = sign({ kind: 'text', text }, recipe, dictionaries);
    const isSame =
      toHex(signed.fingerprint) === fingerprint &&
      hexOf(signed.sketch) === sketch &&
      hexOf(signed.traits) === traits;
    if (!isSame) {
      return `a text has the fingerprint ${toHex(signed.fingerprint)}, which must be ${fingerprint}, or another sketch or other traits`;
    }
  }
  return null;
}

const hexOf = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex');
