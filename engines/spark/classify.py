"""Classification by class sums over Spark (Zhang Min 2014).

    spark-submit --py-files near_duplicates.py classify.py --recipe recipe.json --class category \\
      --output hdfs:///crawl/classes hdfs:///crawl/*.ndjson

    documents → sums → classes (a row for each) → labels → confusion

Documents are lines as POST /documents takes them; the metadata of each names its class. The output has
two folders of NDJSON: labels/, a line for each document that did not train, and confusion/, how many
documents of each class got which label.
"""

import tempfile
from pathlib import Path

from near_duplicates import Batch, arguments, rename, run
from pyspark.sql import functions as F

CLASSES = 'neardup-classes.tsv'


def main():
    parser = arguments(__doc__, inputs='NDJSON, a document a line')
    parser.add_argument('--class', required=True, dest='field', help='field of the metadata')
    parser.add_argument('--test', default='0.1', help='share of the documents that do not train')
    parser.add_argument('--seed', default='1')
    parser.add_argument('--measure', default='cosine', help='see `neardup batch classify --help`')
    run(Classification, parser.parse_args())


class Classification(Batch):
    def run(self):
        options = self.options
        split = ['--class', options.field, '--test', options.test, '--seed', options.seed]
        documents = (
            self.spark.read.text(options.inputs, lineSep='\n')
            .where(r"value RLIKE '\\S'").select(F.col('value').alias('line')))
        sums = self.step('sums', documents, *split)
        by_class = sums.repartition(options.partitions, F.substring_index('line', '\t', 1))
        classes = self.step('merge', by_class).collect()
        with tempfile.TemporaryDirectory() as local:
            file = Path(local) / CLASSES
            file.write_text(''.join(f'{row.line}\n' for row in classes), encoding='utf-8')
            self.spark.sparkContext.addFile(str(file))
            labels = self.step('labels', documents, '--classes', CLASSES,
                               '--measure', options.measure, *split)
        labels.write.text(f'{self.work}/output/labels')
        confusion = self.step('confusion', labels.coalesce(1))
        confusion.write.text(f'{self.work}/output/confusion')
        rename(self.spark, f'{self.work}/output', options.output)

    def step(self, name, lines, *flags):
        written = self.piped(name, lines, 'classify', '--step', name, *flags)
        return written.where(~F.col('line').startswith('#end\t'))


if __name__ == '__main__':
    main()
