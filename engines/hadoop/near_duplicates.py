"""Near-duplicates of a crawl by Hadoop Streaming, with the decisions of the neardup service.

    neardup batch pack ./pages | hdfs dfs -put - /crawl/pages.seq
    python3 near_duplicates.py --recipe recipe.json --output /crawl/decided /crawl/pages.seq

The pipeline that was published for MapReduce, with the same command as mapper and reducer:

    pages (SequenceFile, name → content) → terms → fingerprints (SequenceFile) → pairs → replayed

A process that ends with 0 is taken at its word by Hadoop, whatever it wrote. So each counts the lines
that it reads and writes in counters of its own, and a job counts only if these are the records that
Hadoop counted. Nothing has the name of the output before all has been checked.
"""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlparse

HERE = Path(__file__).resolve().parent
FS = 'org.apache.hadoop.fs.FsShell'
STREAMING = 'org.apache.hadoop.streaming.HadoopStreaming'
MAPRED = 'org.apache.hadoop.mapred'
SEQUENCES = ['-inputformat', f'{MAPRED}.SequenceFileAsTextInputFormat']
TO_SEQUENCES = ['-outputformat', f'{MAPRED}.SequenceFileOutputFormat']


def main():
    parser = arguments(__doc__, inputs='SequenceFiles in HDFS, in the order of names')
    parser.add_argument('--geometry', default='10x25')
    parser.add_argument('--hot', type=int, default=2000, help='see `neardup batch pairs --help`')
    parser.add_argument('--time', type=int, default=0, help='when place 0 counts as stored, in ms')
    parser.add_argument('--store', help='keyspace for the terms, cassandra://HOST/KEYSPACE; '
                        'without it they are in the files between the jobs')
    run(NearDuplicates, parser.parse_args())


def arguments(description, inputs):
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument('inputs', nargs='+', help=inputs)
    parser.add_argument('--recipe', required=True, help='what `neardup recipe` prints')
    parser.add_argument('--output', required=True, help='a directory that does not exist yet')
    parser.add_argument('--hadoop', default='hadoop', help='runs a class of Hadoop')
    parser.add_argument('--neardup', default='neardup', help='the command, on every node')
    parser.add_argument('--reducers', type=int, default=10)
    parser.add_argument('-D', action='append', default=[], metavar='NAME=VALUE', help='for every job')
    return parser


def run(batch, options):
    with tempfile.TemporaryDirectory() as local:
        batch(options, Path(local)).run()


def fail(message):
    sys.exit(f'{Path(sys.argv[0]).stem}: {message}')


class Batch:
    """Jobs in turn, in a folder of their own; `jobs` returns what in it becomes the output."""

    def __init__(self, options, local):
        self.options = options
        self.local = local
        self.work = f'{options.output}.work'
        self.hadoop = shlex.split(options.hadoop)
        shutil.copy(options.recipe, local / 'neardup-recipe.json')

    def run(self):
        if self.fs('-test', '-e', self.options.output, check=False).returncode == 0:
            fail(f'{self.options.output} exists already')
        try:
            self.fs('-mv', f'{self.work}/{self.jobs()}', self.options.output)
        finally:
            self.fs('-rm', '-r', '-f', '-skipTrash', self.work, check=False)

    def job(self, name, inputs, files, settings, rest):
        shipped = ','.join(str(file) for file in [self.local / 'neardup-recipe.json', *files])
        own = [part for each in self.options.D for part in ('-D', each)]
        job = self.started(
            STREAMING, '-D', f'mapreduce.job.name=neardup {name}', *own, *settings, '-files', shipped,
            *(part for path in inputs for part in ('-input', path)),
            '-output', f'{self.work}/{name}', *rest, stderr=subprocess.PIPE, text=True)
        log = ''.join(tee(job.stderr))
        if job.wait() != 0:
            fail(f'job {name} failed')
        for said, counted in (('read', 'input'), ('written', 'output')):
            wanted = counter(log, f'Map {counted} records') + counter(log, f'Reduce {counted} records')
            if counter(log, said) != wanted:
                fail(f'job {name}: {counter(log, said)} lines {said} instead of {wanted}; '
                     'some were lost on the way')
        print(f'{name}: {counter(log, "read")} lines read, {counter(log, "written")} written', flush=True)

    def reduces(self):
        return ['-D', f'mapreduce.job.reduces={self.options.reducers}']

    def neardup(self, step, *flags):
        return shlex.join([*shlex.split(self.options.neardup), 'batch', step,
                           '--recipe', 'neardup-recipe.json', '--counters', *flags])

    def fs(self, *command, check=True):
        return subprocess.run([*self.hadoop, FS, *command], check=check, stdout=subprocess.PIPE, text=True)

    def started(self, *command, **streams):
        return subprocess.Popen([*self.hadoop, *command], **streams)


class NearDuplicates(Batch):
    def jobs(self):
        self.terms()
        self.fingerprints()
        self.pairs()
        self.components()
        self.replay()
        return 'replayed'

    def terms(self):
        files = self.local / 'neardup-files.tsv'
        files.write_text(''.join(f'{path}\t{before}\n' for path, before in self.files_before()))
        self.job('terms', self.options.inputs, [files, HERE / 'terms.sh'], [
            '-D', 'mapreduce.job.reduces=0', '-D', 'stream.map.input=typedbytes',
        ], [
            '-inputformat', f'{MAPRED}.SequenceFileInputFormat', *TO_SEQUENCES,
            '-cmdenv', f'NEARDUP={self.options.neardup}',
            '-cmdenv', f'NEARDUP_TERMS={self.options.store or ""}', '-mapper', 'bash terms.sh',
        ])

    def fingerprints(self):
        store = ['--store', self.options.store] if self.options.store else []
        self.job('fingerprints', [f'{self.work}/terms'], [], ['-D', 'mapreduce.job.reduces=0'],
                 [*SEQUENCES, *TO_SEQUENCES, '-mapper', self.neardup('fingerprints', *store)])

    def pairs(self):
        geometry = ['--geometry', self.options.geometry]
        self.job('pairs', [f'{self.work}/fingerprints'], [], self.reduces(), [
            *SEQUENCES, '-mapper', self.neardup('keys', *geometry),
            '-reducer', self.neardup('pairs', *geometry, '--hot', str(self.options.hot)),
        ])

    def components(self):
        """In one process: what it holds in memory are the contents that match any other."""
        pairs = self.started(FS, '-cat', f'{self.work}/pairs/part-*', stdout=subprocess.PIPE)
        command = [*shlex.split(self.options.neardup), 'batch', 'components', '--recipe',
                   str(self.local / 'neardup-recipe.json')]
        with open(self.local / 'components.tsv', 'wb') as file:
            subprocess.run(command, stdin=pairs.stdout, stdout=file, check=True)
        if pairs.wait() != 0:
            fail('cannot read the pairs')

    def replay(self):
        self.job('replayed', [f'{self.work}/fingerprints'], [self.local / 'components.tsv'], [
            *self.reduces(),
            '-D', 'stream.num.map.output.key.fields=2',
            '-D', 'mapreduce.partition.keypartitioner.options=-k1,1',
            '-D', 'mapreduce.map.output.key.field.separator=\t',
        ], [
            *SEQUENCES, '-partitioner', f'{MAPRED}.lib.KeyFieldBasedPartitioner',
            '-mapper', self.neardup('tag', '--components', 'components.tsv'),
            '-reducer', self.neardup('replay', '--time', str(self.options.time)),
        ])

    def files_before(self):
        """Path of each file of the input, and the bytes of all before it."""
        before = 0
        for line in sorted(self.fs('-ls', *self.options.inputs).stdout.splitlines(),
                           key=lambda line: line.split(' ')[-1]):
            parts = line.split(None, 7)
            if len(parts) == 8 and parts[0].startswith('-'):
                yield urlparse(parts[7]).path, before
                before += int(parts[4])


def tee(lines):
    for line in lines:
        sys.stderr.write(line)
        yield line


def counter(log, name):
    found = re.findall(rf'^\s+{re.escape(name)}=(\d+)$', log, re.MULTILINE)
    return int(found[-1]) if found else 0


if __name__ == '__main__':
    main()
