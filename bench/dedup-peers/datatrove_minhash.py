"""Cleans a file of lines of JSON with datatrove's MinHash, as its example does: FILE, DIR, processes."""
import sys

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.dedup import MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import (
    MinhashConfig,
    MinhashDedupBuckets,
    MinhashDedupCluster,
    MinhashDedupFilter,
)
from datatrove.pipeline.readers import JsonlReader
from datatrove.pipeline.writers.jsonl import JsonlWriter


def run(folder: str, out: str, processes: int) -> None:
    config = MinhashConfig()
    steps = [
        ([JsonlReader(folder, glob_pattern="*.ndjson"), MinhashDedupSignature(f"{out}/signatures", config)], processes),
        ([MinhashDedupBuckets(f"{out}/signatures", f"{out}/buckets", config=config)], config.num_buckets),
        ([MinhashDedupCluster(f"{out}/buckets", f"{out}/remove", config=config)], 1),
        (
            [
                JsonlReader(folder, glob_pattern="*.ndjson"),
                MinhashDedupFilter(f"{out}/remove"),
                JsonlWriter(f"{out}/kept", compression=None),
            ],
            processes,
        ),
    ]
    for number, (pipeline, tasks) in enumerate(steps):
        # Forks the workers, as text-dedup does: a new interpreter for each would only cost time.
        LocalPipelineExecutor(
            pipeline, tasks=tasks, workers=processes, logging_dir=f"{out}/logs/{number}", start_method="fork"
        ).run()


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], int(sys.argv[3]))
