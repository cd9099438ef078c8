"""Prints the ids of a dataset that text-dedup wrote."""
import sys

from datasets import load_from_disk

print("\n".join(load_from_disk(sys.argv[1])["id"]))
