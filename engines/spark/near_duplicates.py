"""Near-duplicates of a crawl by Spark, with the decisions of the neardup service.

    spark-submit near_duplicates.py --recipe recipe.json --output hdfs:///crawl/decided hdfs:///crawl/*.ndjson

Spark shuffles, stores and repeats what fails; what is computed of documents is computed by
`neardup batch`, which runs on every worker. Stages, each written to storage before the next begins:

    signed → rows → contents → pairs → edges → round 1, 2, … → replayed → decisions, documents

A process that ends with 0 is taken at its word by Spark, whatever it wrote. So each ends with a line
that says how many lines it read and wrote, and a stage counts only if these are the numbers of lines
that it was given and that arrived. Nothing has the name of the output before all has been checked.
"""

import argparse
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pyspark.sql import Observation, SparkSession
from pyspark.sql import functions as F

SQL = Path(__file__).resolve().parent / 'sql'
RECIPE = 'neardup-recipe.json'
ROUNDS_MAX = 100


def main():
    parser = arguments(__doc__, inputs='NDJSON, a document a line, in the order of names')
    parser.add_argument('--mode', choices=['decisions', 'components', 'pairs'], default='decisions')
    parser.add_argument('--geometry', default='10x25')
    parser.add_argument('--hot', type=int, default=2000, help='see `neardup batch pairs --help`')
    parser.add_argument('--time', type=int, help='when the first document counts as stored, in ms')
    run(NearDuplicates, parser.parse_args())


def arguments(description, inputs):
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument('inputs', nargs='+', help=inputs)
    parser.add_argument('--recipe', required=True, help='what `neardup recipe` prints')
    parser.add_argument('--output', required=True, help='a directory that does not exist yet')
    parser.add_argument('--neardup', default='neardup', help='the command, on every worker')
    parser.add_argument('--partitions', type=int, default=200)
    return parser


def run(batch, options):
    recipe = json.loads(Path(options.recipe).read_text())
    spark = SparkSession.builder.appName('neardup').getOrCreate()
    spark.sparkContext.setLogLevel('WARN')
    if exists(spark, options.output):
        fail(f'{options.output} exists already')
    try:
        with tempfile.TemporaryDirectory() as local:
            spark.sparkContext.addFile(shutil.copy(options.recipe, f'{local}/{RECIPE}'))
            batch(spark, options, recipe).run()
    except BaseException:
        spark.sparkContext.cancelAllJobs()
        remove_for_good(spark, f'{options.output}.work')
        raise
    remove(spark, f'{options.output}.work')


class Batch:
    """Stages in turn, each written into a folder of their own."""

    def __init__(self, spark, options, recipe):
        self.spark = spark
        self.options = options
        self.recipe = recipe['recipe']
        # Collections that compare sketches only have no largest distance.
        self.max_distance = recipe.get('maxDistance')
        self.work = f'{options.output}.work'

    def stage(self, name, frame, *measures):
        """Writes a stage, which is read from there from now on. What is there: its rows, and measures."""
        started = time.monotonic()
        frame.write.parquet(f'{self.work}/{name}')
        written = self.spark.read.parquet(f'{self.work}/{name}')
        written.createOrReplaceTempView(name)
        found = written.agg(F.count('*'), *measures).first()
        say(f'{name}: {found[0]} rows in {time.monotonic() - started:.1f} s')
        return found

    def piped(self, name, lines, *command):
        """A stage that `neardup batch` computes, checked by the numbers that its processes say."""
        given = Observation(name)
        lines.observe(given, F.count(F.lit(1)).alias('lines')).createOrReplaceTempView('piped')
        is_end = F.col('line').startswith('#end\t')
        said = lambda column: F.coalesce(
            F.sum(F.when(is_end, F.split_part('line', F.lit('\t'), F.lit(column)).cast('bigint'))), F.lit(0))
        arrived = F.count(F.when(~is_end, 1))
        _, read, wrote, arrived = self.stage(
            name, self.transformed(*command, '--trailer'), said(2), said(3), arrived)
        expect(f'{name}: lines read', given.get['lines'], read)
        expect(f'{name}: lines written', wrote, arrived)
        return self.spark.table(name)

    def transformed(self, *command):
        call = f"{self.options.neardup} batch {shlex.join([command[0], '--recipe', RECIPE, *command[1:]])}"
        row = "ROW FORMAT DELIMITED FIELDS TERMINATED BY '\\u0001'"
        return self.spark.sql(
            f"SELECT TRANSFORM (line) {row} USING '{quoted(call)}' AS (line STRING) {row} FROM piped")

    def neardup(self, *command):
        call = [*shlex.split(self.options.neardup), *command]
        return subprocess.run(call, check=True, stdout=subprocess.PIPE, text=True).stdout


class NearDuplicates(Batch):
    def __init__(self, spark, options, recipe):
        super().__init__(spark, options, recipe)
        self.stamp = options.time if options.time is not None else int(time.time() * 1000)

    def run(self):
        mode = self.options.mode
        self.signed()
        rows, = self.stage('rows', self.sql('rows'))
        self.stage('contents', self.sql('contents'))
        self.pairs(every=mode == 'pairs')
        if mode == 'pairs':
            self.write_pairs()
        else:
            self.components(with_ids=mode == 'decisions')
            self.write_components() if mode == 'components' else self.write_decisions(rows)
        rename(self.spark, f'{self.work}/output', self.options.output)

    def signed(self):
        place = F.concat_ws(
            '|', '_metadata.file_path', '_metadata.file_block_start', F.monotonically_increasing_id())
        lines = (
            self.spark.read.text(self.options.inputs, lineSep='\n')
            .select(F.concat_ws('\t', place, 'value').alias('line'), 'value')
            .where(r"value RLIKE '\\S'")
            .select('line'))
        self.piped('signed', lines, 'sign')

    def pairs(self, every):
        spark, geometry = self.spark, self.options.geometry
        described = json.loads(self.neardup('geometry', geometry, '--json'))
        masked = self.max_distance is not None
        flipped = masked and self.max_distance > described['radius']
        masks = spark.sql(self.neardup('geometry', geometry, '--sql')).where(F.lit(masked))
        masks.createOrReplaceTempView('masks')
        spark.sql(
            'SELECT number, mask, bit FROM masks LATERAL VIEW explode(filter(transform('
            'sequence(0, 63), i -> shiftleft(1L, i)), bit -> (mask & bit) <> 0)) AS bit'
        ).where(F.lit(flipped)).createOrReplaceTempView('flips')
        bands = self.recipe['bands'] or {'count': 0, 'rows': 0}
        values = (self.recipe['sketch'] or {'length': 0})['length']
        spark.range(bands['count']).selectExpr(
            'CAST(id AS INT) AS number', f"CAST(id * {bands['rows']} + 1 AS INT) AS start",
            f"{bands['rows']} AS count", f"{values} AS tails").createOrReplaceTempView('bands')
        keys = self.sql('keys').repartition(self.options.partitions, 'key')
        lines = keys.sortWithinPartitions('key').select('line')
        flags = ['--geometry', geometry, '--hot', str(self.options.hot)] + (['--all'] if every else [])
        self.piped('pairs', lines, 'pairs', *flags)

    def components(self, with_ids):
        """Large and small stars in turn until nothing changes; each round is kept on storage."""
        digest = F.expr('sum(CAST(xxhash64(a, b) AS DECIMAL(38, 0)))')
        before = self.stage('edges', self.sql('edges', with_ids=str(with_ids).lower()), digest)
        for number in range(1, ROUNDS_MAX + 1):
            say(f'components: round {number} begins')
            self.sql('large-star').createOrReplaceTempView('large')
            after = self.stage(f'round_{number}', self.sql('small-star'), digest)
            self.spark.table(f'round_{number}').createOrReplaceTempView('edges')
            if after == before:
                break
            if number > 1:
                remove(self.spark, f'{self.work}/round_{number - 1}')
            before = after
        else:
            fail(f'no components after {ROUNDS_MAX} rounds')
        self.spark.table('edges').createOrReplaceTempView('stars')
        self.sql('components').createOrReplaceTempView('components')

    def write_decisions(self, rows):
        component = F.concat_ws('\t', 'component', 'ord', 'signed').alias('line')
        sorted_rows = (
            self.spark.table('components').repartition(self.options.partitions, 'component')
            .sortWithinPartitions('component', 'ord').select(component))
        replayed = self.piped('replayed', sorted_rows, 'replay', '--time', str(self.stamp))
        of_kind = lambda kind: replayed.where(F.col('line').startswith(f'{kind}\t'))
        count = dict(replayed.groupBy(F.substring_index('line', '\t', 1)).count().collect())
        expect('decisions', rows, count.get('decision', 0))
        of_kind('decision').select(F.substring_index('line', '\t', -1)).write.text(
            f'{self.work}/output/decisions')
        of_kind('document').createOrReplaceTempView('piped')
        documents = f'{self.work}/output/documents'
        self.transformed('documents').write.text(documents)
        heads = F.col('value').startswith('{"neardup":"export"')
        written = self.spark.read.text(documents).where(~heads).count()
        expect('documents', count.get('document', 0), written)

    def write_components(self):
        components = self.spark.table('components')
        first = components.groupBy('component').agg(F.min_by('id', 'ord').alias('first'))
        components.join(first, 'component').selectExpr('ord', 'id', 'first AS component').write.json(
            f'{self.work}/output/components')

    def write_pairs(self):
        self.spark.sql(r"""
            SELECT a.id AS a, b.id AS b, CAST(part[3] AS INT) AS distance,
              CAST(nullif(part[4], '-') AS DOUBLE) AS similarity
            FROM (SELECT split(line, '\t') AS part FROM pairs WHERE startswith(line, 'match\t'))
            JOIN contents a ON a.hash = part[1] JOIN contents b ON b.hash = part[2]
        """).write.json(f'{self.work}/output/pairs', ignoreNullFields=False)
        self.spark.sql(
            'SELECT rows.ord, rows.id, contents.id AS sameAs FROM rows JOIN contents USING (hash) '
            'WHERE rows.ord <> contents.ord').write.json(f'{self.work}/output/copies')

    def sql(self, name, **parameters):
        return self.spark.sql((SQL / f'{name}.sql').read_text().format_map(Parameters(parameters)))


class Parameters(dict):
    """Only what a file names in braces is filled in."""

    def __missing__(self, name):
        return '{' + name + '}'


def fail(message):
    sys.exit(f'{Path(sys.argv[0]).stem}: {message}')


def expect(what, wanted, found):
    if wanted != found:
        fail(f'{what}: {found} instead of {wanted}; some were lost on the way')


def quoted(text):
    return text.replace('\\', '\\\\').replace("'", "\\'")


def say(text):
    print(text, flush=True)


def storage(spark, path):
    named = spark._jvm.org.apache.hadoop.fs.Path(path)
    return named, named.getFileSystem(spark._jsc.hadoopConfiguration())


def exists(spark, path):
    named, system = storage(spark, path)
    return system.exists(named)


def remove(spark, path):
    named, system = storage(spark, path)
    system.delete(named, True)


def remove_for_good(spark, path):
    """Other tasks of a job that failed go on for a moment, and make the folder again that they write to."""
    absent = 0
    for _ in range(60):
        remove(spark, path)
        time.sleep(0.5)
        absent = 0 if exists(spark, path) else absent + 1
        if absent == 6:
            return


def rename(spark, source, target):
    named, system = storage(spark, source)
    if not system.rename(named, storage(spark, target)[0]):
        fail(f'cannot name the output {target}')


if __name__ == '__main__':
    main()
