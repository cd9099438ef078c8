/** Source of the documents of a known set. This project contains none of their texts. */
export interface Origin {
  readonly what: string;
  readonly source: string;
  readonly licence: string;
}

const translations = '[LCTT/TranslateProject](https://github.com/LCTT/TranslateProject)';
const plagiarism: Origin = {
  what: 'English: news stitched together, with planted copies',
  source: '[chrisjmccormick/MinHash](https://github.com/chrisjmccormick/MinHash), `data`',
  licence: 'MIT',
};

export const origins: Readonly<Record<string, Origin>> = {
  aozora_editions_ja: {
    what: 'Japanese: literary works in several editions, in old and new spelling',
    source: '[Aozora Bunko](https://www.aozora.gr.jp/)',
    licence: 'mostly public domain, some CC',
  },
  lctt_zh: {
    what: "Chinese with code and English terms: translators' drafts and the edited versions",
    source: `${translations}, versions of the translated and published files`,
    licence: 'Apache-2.0',
  },
  lctt_en_src: {
    what: 'English: the originals of such translations, all different',
    source: `${translations}, \`sources\``,
    licence: 'each file credits its site',
  },
  ota_terms_en: {
    what: 'English: terms of services as they were crawled, one version per change',
    source:
      '[OpenTermsArchive/contrib-versions](https://github.com/OpenTermsArchive/contrib-versions), versions of the files',
    licence: 'ODC-BY 1.0, Open Terms Archive contributors',
  },
  laws_zh: {
    what: 'Chinese: statutes and local regulations, many by one template',
    source: '[LawRefBook/Laws](https://github.com/LawRefBook/Laws)',
    licence: 'statutes, no copyright',
  },
  livedoor_ja: {
    what: 'Japanese: news, some by a template about different events',
    source: '[livedoor news corpus](https://www.rondhuit.com/download.html#ldcc)',
    licence: 'CC BY-ND 2.1 JP, NHN Japan',
  },
  progit_zh_ja_en_de: {
    what: 'Chinese, Japanese, English and German: long chapters of a book and their revisions',
    source: '[progit/progit](https://github.com/progit/progit), versions of the files',
    licence: 'CC BY-NC-SA 3.0',
  },
  headlines_zh_short: {
    what: 'Chinese: headlines, 19 characters in the median',
    source: '[THUCNews](http://thuctc.thunlp.org/), titles',
    licence: 'research use',
  },
  articles_100: plagiarism,
  articles_1000: plagiarism,
};
