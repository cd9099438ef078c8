"""Prints what each peer compares: for each line of FILE, a line with the hashes of its n-grams."""
import json
import sys
import zlib


def text_dedup():
    from text_dedup.minhash import NON_ALPHA, ngrams

    return lambda text: {" ".join(each).lower() for each in ngrams(NON_ALPHA.split(text.lower()), 5, 1)}


def datatrove():
    from datatrove.pipeline.dedup.minhash import MinhashConfig, ngrams, simplify_text
    from datatrove.utils.word_tokenizers import load_word_tokenizer

    config, words = MinhashConfig(), load_word_tokenizer("eng").word_tokenize
    return lambda text: {
        " ".join(each) for each in ngrams(words(simplify_text(text, config.norm_config)), config.n_grams)
    }


def main(peer: str, file: str) -> None:
    shingles = {"text-dedup": text_dedup, "datatrove": datatrove}[peer]()
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            found = sorted(zlib.crc32(each.encode()) for each in shingles(json.loads(line)["text"]))
            print(" ".join(map(str, found)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
