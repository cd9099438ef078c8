"""Classification by class sums over Hadoop Streaming (Zhang Min 2014).

    hdfs dfs -put pages.ndjson /crawl/pages.ndjson
    python3 classify.py --recipe recipe.json --class category --output /crawl/classes /crawl/pages.ndjson

    documents → sums → merge (a row for each class) → labels → confusion

Documents are lines as POST /documents takes them; the metadata of each names its class. The output has
two folders of NDJSON: labels/, a line for each document that did not train, and confusion/, how many
documents of each class got which label. Hadoop ends a line of labels with a tab, which JSON allows.
"""

import shlex
import subprocess

from near_duplicates import FS, Batch, arguments, fail, run


def main():
    parser = arguments(__doc__, inputs='NDJSON in HDFS, a document a line')
    parser.add_argument('--class', required=True, dest='field', help='field of the metadata')
    parser.add_argument('--test', default='0.1', help='share of the documents that do not train')
    parser.add_argument('--seed', default='1')
    parser.add_argument('--measure', default='cosine', help='see `neardup batch classify --help`')
    run(Classification, parser.parse_args())


class Classification(Batch):
    def jobs(self):
        options, classes = self.options, self.local / 'classes.tsv'
        split = ['--class', options.field, '--test', options.test, '--seed', options.seed]
        self.job('classes', options.inputs, [], self.reduces(), [
            '-mapper', self.neardup('classify', '--step', 'sums', *split),
            '-reducer', self.neardup('classify', '--step', 'merge'),
        ])
        with open(classes, 'wb') as file:
            self.fs_to(file, '-cat', f'{self.work}/classes/part-*')
        self.job('done/labels', options.inputs, [classes], ['-D', 'mapreduce.job.reduces=0'], [
            '-mapper', self.neardup('classify', '--step', 'labels', '--classes', classes.name,
                                    '--measure', options.measure, *split),
        ])
        self.confusion()
        return 'done'

    def confusion(self):
        """In one process, which holds a number for each pair of classes."""
        labels = self.started(FS, '-cat', f'{self.work}/done/labels/part-*', stdout=subprocess.PIPE)
        command = [*shlex.split(self.options.neardup), 'batch', 'classify', '--step', 'confusion',
                   '--recipe', str(self.local / 'neardup-recipe.json')]
        with open(self.local / 'confusion.ndjson', 'wb') as file:
            subprocess.run(command, stdin=labels.stdout, stdout=file, check=True)
        if labels.wait() != 0:
            fail('cannot read the labels')
        self.fs('-mkdir', f'{self.work}/done/confusion')
        self.fs('-put', str(self.local / 'confusion.ndjson'), f'{self.work}/done/confusion/part-00000')

    def fs_to(self, file, *command):
        if self.started(FS, *command, stdout=file).wait() != 0:
            fail(f'cannot read {command[-1]}')


if __name__ == '__main__':
    main()
