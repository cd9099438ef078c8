"""The Python side of the bench of peers: answers one JSON line on stdout for each on stdin.

Every task times itself with one thread. Texts and fingerprints come in files, so that nothing
but orders and results goes through the pipe.
"""

import hashlib
import json
import math
import sys
import time
from collections import Counter

import datasketch
import faiss
import numpy as np
import rensa
import rjieba

VALUES = 128
SEED = 42
faiss.omp_set_num_threads(1)

pages: list[str] = []
page_shingles: list[list[str]] = []
shingle_hashes: list[list[int]] = []
flat_hashes = np.zeros(0, dtype=np.uint64)
row_offsets = np.zeros(1, dtype=np.uint64)
built = {}


def shingles(cut):
    return [a + " " + b for a, b in zip(cut, cut[1:])] or cut


def hash64(text):
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


# Whole signatures: from the text of a page.


def cut_alone():
    return [len(rjieba.cut(page, False)) for page in pages]


def whole_rensa():
    cut = (shingles(rjieba.cut(page, False)) for page in pages)
    return rensa.RMinHash.digest_matrix_from_token_sets(cut, VALUES, SEED)


def whole_datasketch():
    return [minhash_of(shingles(rjieba.cut(page, False))).digest() for page in pages]


rows_of_words: dict[str, np.ndarray] = {}


def row_of(word):
    """+1 or -1 for each of 64 bits, kept for words met before."""
    row = rows_of_words.get(word)
    if row is None:
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        bits = np.unpackbits(np.frombuffer(digest, dtype=np.uint8))
        row = rows_of_words[word] = bits.astype(np.float32) * 2 - 1
    return row


def whole_numpy_simhash():
    fingerprints = []
    for page in pages:
        counts = Counter(rjieba.cut(page, False))
        rows = np.stack([row_of(word) for word in counts])
        weights = np.array([1 + math.log(n) for n in counts.values()], dtype=np.float32)
        fingerprints.append(np.packbits(weights @ rows > 0).tobytes())
    return fingerprints


# Sketches alone: from shingles as strings, or from their hashes.


def minhash_of(tokens):
    sketch = datasketch.MinHash(num_perm=VALUES, seed=SEED)
    sketch.update_batch([token.encode() for token in tokens])
    return sketch


def sketch_rensa():
    return rensa.RMinHash.digest_matrix_from_token_sets(page_shingles, VALUES, SEED)


def sketch_rensa_rho():
    return rensa.RMinHash.digest_matrix_from_token_sets_rho(page_shingles, VALUES, SEED)


def sketch_rensa_c():
    return rensa.CMinHash.digests_from_token_sets(page_shingles, VALUES, SEED)


def sketch_rensa_hashes():
    return rensa.RMinHash.digest_matrix_from_flat_token_hashes(
        flat_hashes, row_offsets, VALUES, SEED
    )


def sketch_datasketch():
    return [minhash_of(each).digest() for each in page_shingles]


def as_it_is(number):
    return number


def sketch_datasketch_hashes():
    sketches = []
    for hashes in shingle_hashes:
        sketch = datasketch.MinHash(num_perm=VALUES, seed=SEED, hashfunc=as_it_is)
        sketch.update_batch(hashes)
        sketches.append(sketch.digest())
    return sketches


TASKS = {
    task.__name__: task
    for task in [
        cut_alone,
        whole_rensa,
        whole_datasketch,
        whole_numpy_simhash,
        sketch_rensa,
        sketch_rensa_rho,
        sketch_rensa_c,
        sketch_rensa_hashes,
        sketch_datasketch,
        sketch_datasketch_hashes,
    ]
}


def load_pages(path):
    global pages, page_shingles, shingle_hashes, flat_hashes, row_offsets
    with open(path, encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    page_shingles = [shingles(rjieba.cut(page, False)) for page in pages]
    hashes = [[hash64(shingle) for shingle in each] for each in page_shingles]
    shingle_hashes = [[number & 0xFFFFFFFF for number in each] for each in hashes]
    flat_hashes = np.array([number for each in hashes for number in each], dtype=np.uint64)
    row_offsets = np.array([0, *np.cumsum([len(each) for each in hashes])], dtype=np.uint64)
    return {}


# Fingerprints: 8 bytes each, little endian.


def read_fingerprints(path):
    return np.fromfile(path, dtype=np.uint8).reshape(-1, 8)


def binary_index(kind):
    if kind == "flat":
        return faiss.IndexBinaryFlat(64)
    if kind == "multiHash":
        return faiss.IndexBinaryMultiHash(64, 4, 16)
    index = faiss.IndexBinaryHash(64, 16)
    index.nflip = 1
    return index


def build_binary(kind, path):
    codes = read_fingerprints(path)
    start = time.perf_counter()
    index = built[kind] = binary_index(kind)
    index.add(codes)
    seconds = time.perf_counter() - start
    return {"seconds": seconds}


def search_binary(kind, path, count, distance):
    probes = read_fingerprints(path)[:count]
    start = time.perf_counter()
    # faiss returns fingerprints nearer than the radius, without those at the radius.
    limits, _, numbers = built[kind].range_search(probes, distance + 1)
    seconds = time.perf_counter() - start
    found = [numbers[a:b].tolist() for a, b in zip(limits, limits[1:])]
    return {"seconds": seconds, "found": found}


# Sets of tokens, 32 bits each, `size` to a document: MinHash with locality-sensitive hashing.


def read_sets(path, size):
    return np.fromfile(path, dtype=np.uint32).reshape(-1, size)


def sketches_of(kind, sets):
    if kind == "rensa":
        tokens = ([str(token) for token in each] for each in sets.tolist())
        return list(rensa.RMinHash.from_token_sets(tokens, VALUES, SEED))
    sketches = []
    for each in sets.tolist():
        sketch = datasketch.MinHash(num_perm=VALUES, seed=SEED, hashfunc=as_it_is)
        sketch.update_batch(each)
        sketches.append(sketch)
    return sketches


def build_lsh(kind, path, probes, size, threshold):
    stored = sketches_of(kind, read_sets(path, size))
    built[kind + " probes"] = sketches_of(kind, read_sets(probes, size))
    start = time.perf_counter()
    if kind == "rensa":
        index = rensa.RMinHashLSH(threshold, VALUES, 32)
        index.insert_many(stored)
    else:
        index = datasketch.MinHashLSH(threshold=threshold, num_perm=VALUES)
        for number, sketch in enumerate(stored):
            index.insert(number, sketch, check_duplication=False)
    seconds = time.perf_counter() - start
    built[kind] = index
    layout = [32, VALUES // 32] if kind == "rensa" else [index.b, index.r]
    return {"seconds": seconds, "bands": layout}


def search_lsh(kind):
    index, probes = built[kind], built[kind + " probes"]
    start = time.perf_counter()
    found = [index.query(probe) for probe in probes]
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "found": found}


def run(task):
    start = time.perf_counter()
    TASKS[task]()
    return {"seconds": time.perf_counter() - start}


def forget(kind):
    del built[kind]
    return {}


ORDERS = {
    each.__name__: each
    for each in [load_pages, run, build_binary, search_binary, build_lsh, search_lsh, forget]
}

for line in sys.stdin:
    order = json.loads(line)
    print(json.dumps(ORDERS[order.pop("order")](**order)), flush=True)
