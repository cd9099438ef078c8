"""Cleans files of lines of JSON with rensa, which is a library: this is the shortest program around it. OUT, FILES."""
import json
import re
import sys

from rensa import RMinHash, RMinHashDeduplicator

WORDS = re.compile(r"\W+")
NGRAM = 5


def shingles(text: str) -> list[str]:
    """The 5-grams of text-dedup, so that both compare the same."""
    words = WORDS.split(text.lower())
    return [" ".join(words[at : at + NGRAM]) for at in range(max(1, len(words) - NGRAM + 1))]


def main(out: str, files: list[str]) -> None:
    seen = RMinHashDeduplicator(threshold=0.7, num_perm=128, use_lsh=True)
    with open(f"{out}/kept.ndjson", "w", encoding="utf-8") as kept:
        for file in files:
            with open(file, encoding="utf-8") as lines:
                for line in lines:
                    document = json.loads(line)
                    sketch = RMinHash(num_perm=128, seed=42)
                    sketch.update(shingles(document["text"]))
                    if not seen.is_duplicate(document["id"], sketch) and seen.add(document["id"], sketch):
                        kept.write(line)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
