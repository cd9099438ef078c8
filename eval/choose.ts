/**
 * Chooses the rule for refusing pages (src/matching/novelty.ts), and cross-validates the choice: the pairs of each
 * set and site are judged by the rule chosen without them.
 *
 *   npm run eval -- --data DIR --sites DIR --choose [--sample 200]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../harness/measure.js';
import { type NoveltyRule, noveltyRule } from '../src/matching/novelty.js';
import { isRefused, ruleGrid } from './novelty/rules.js';
import {
  factSamples,
  labelSamples,
  type Sample,
  type SampleKind,
  siteSamples,
} from './novelty/samples.js';
import { startProgress } from './progress.js';
import { readSets } from './sets.js';

/** Limits of the choice. */
/** Above the aim, because unseen data scores lower. */
const refusedRightMin = 0.93;
const siteLostMax = 0.005;
const factsMax = 0.05;
/** Weight of exceeding a limit, relative to the share of correct refusals. */
const overWeight = 4;
const textsMax = 60;
/** Minimum similarity of pairs found by a search. */
const alikeMin = 0.6;
/** Changes that are reported separately and do not affect the choice: known limits of the rule. */
const untold = ['one ordinary word', 'two numbers swapped', 'one more entry'];

export function chooseRule(directories: {
  readonly data: string;
  readonly sites: string;
  readonly pages: number;
}): boolean {
  const samples = allSamples(directories);
  const groups = [...new Set(samples.map(({ group }) => group))];
  const rules = ruleGrid();
  console.log(
    `\n${samples.length} pairs of ${groups.length} sets and sites, ${rules.length} rules`,
  );
  const refused = new Map<Sample, boolean>();
  const choices = new Map<string, number>();
  const byRule = rules.map((rule) => countsByGroup(samples, rule));
  for (const group of groups) {
    const chosen = best(byRule, new Set([group]));
    const name = JSON.stringify(rules[chosen]);
    choices.set(name, (choices.get(name) ?? 0) + 1);
    for (const sample of samples) {
      if (sample.group === group) refused.set(sample, isRefused(sample, rules[chosen]!));
    }
  }
  const overall = rules[best(byRule, new Set())]!;
  console.log(`\nChosen on all: ${JSON.stringify(overall)}`);
  for (const [name, count] of choices) console.log(`Chosen without one, ${count} times: ${name}`);
  console.log(`\nCross-validated\n\n${summary(samples, (sample) => refused.get(sample)!)}`);
  console.log(
    `\nBy the limits in src/matching/novelty.ts\n\n${summary(samples, (sample) => isRefused(sample, noveltyRule))}`,
  );
  return true;
}

function allSamples({ data, sites, pages }: Parameters<typeof chooseRule>[0]): Sample[] {
  const sets = readSets(data);
  const folders = readdirSync(sites).filter((name) => !name.includes('@'));
  const progress = startProgress(sets.length + folders.length);
  const samples: Sample[] = [];
  for (const set of sets) {
    progress.name(set.name);
    samples.push(...labelSamples(set), ...factSamples(set, textsMax));
    progress.tick();
  }
  for (const folder of folders) {
    progress.name(folder);
    samples.push(...siteSamples(folder, join(sites, folder), pages));
    progress.tick();
  }
  progress.stop();
  return samples;
}

interface Counts {
  same: number;
  sameRefused: number;
  labelsRefused: number;
  mirrors: number;
  mirrorsRefused: number;
  sitePairs: number;
  lost: number;
  facts: number;
  factsRefused: number;
}

function countsByGroup(samples: readonly Sample[], rule: NoveltyRule): Map<string, Counts> {
  const byGroup = new Map<string, Counts>();
  for (const sample of samples) {
    const { kind, group, name, right } = sample;
    const counts = byGroup.get(group) ?? emptyCounts();
    byGroup.set(group, counts);
    const refused = Number(isRefused(sample, rule));
    if (kind === 'label') {
      counts.same += Number(right && sample.similarity >= alikeMin);
      counts.sameRefused += right ? refused : 0;
      counts.labelsRefused += refused;
    } else if (kind === 'mirror') {
      counts.mirrors++;
      counts.mirrorsRefused += refused;
    } else if (kind === 'site' && !right) {
      counts.sitePairs++;
      counts.lost += refused;
    } else if (kind === 'fact' && !untold.includes(name)) {
      counts.facts++;
      counts.factsRefused += refused;
    }
  }
  return byGroup;
}

function emptyCounts(): Counts {
  return {
    ...{ same: 0, sameRefused: 0, labelsRefused: 0, mirrors: 0, mirrorsRefused: 0 },
    ...{ sitePairs: 0, lost: 0, facts: 0, factsRefused: 0 },
  };
}

/**
 * Returns the rule with the most correct refusals, minus a penalty for exceeding the limits, as possibly no rule
 * satisfies all of them.
 */
function best(byRule: readonly Map<string, Counts>[], without: ReadonlySet<string>): number {
  let found = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (const [rule, byGroup] of byRule.entries()) {
    const sum = emptyCounts();
    for (const [group, counts] of byGroup) {
      if (without.has(group)) continue;
      for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
    }
    const over =
      Math.max(0, refusedRightMin - share(sum.sameRefused, sum.labelsRefused)) +
      Math.max(0, share(sum.lost, sum.sitePairs) - siteLostMax) +
      Math.max(0, share(sum.factsRefused, sum.facts) - factsMax);
    const kept = share(sum.sameRefused, sum.same) + share(sum.mirrorsRefused, sum.mirrors);
    const score = kept - overWeight * over;
    if (score <= most) continue;
    most = score;
    found = rule;
  }
  return found;
}

function share(count: number, of: number): number {
  return of === 0 ? 0 : count / of;
}

function summary(samples: readonly Sample[], refuses: (sample: Sample) => boolean): string {
  const rows: (string | number)[][] = [];
  const add = (what: string, of: readonly Sample[], counts = refuses) => {
    if (of.length === 0) return;
    const [low, high] = interval(of, counts);
    const found = of.filter(counts).length;
    rows.push([what, of.length, share(found, of.length).toFixed(3), `${low} to ${high}`]);
  };
  const kind = (name: SampleKind) => samples.filter((sample) => sample.kind === name);
  const labels = kind('label');
  add('labels: refusals that are `same`', labels.filter(refuses), ({ right }) => right);
  add(
    'labels: `same` and alike that are refused',
    labels.filter(({ right, similarity }) => right && similarity >= alikeMin),
  );
  add(
    'other pages of a site with other content, refused',
    kind('site').filter(({ right }) => !right),
  );
  add(
    'other pages of a site with the same content, refused',
    kind('site').filter(({ right }) => right),
  );
  add('pages in another chrome, refused', kind('mirror'));
  for (const each of ['fact', 'nothing'] as const) {
    for (const name of new Set(kind(each).map((sample) => sample.name))) {
      add(
        `${each}: ${name}, refused`,
        kind(each).filter((sample) => sample.name === name),
      );
    }
  }
  return table(['pairs', 'number', 'share', '95 % interval over sets and sites'], rows);
}

const resamples = 1000;

/** Confidence interval of a share, by resampling whole groups. (Efron: Bootstrap Methods, 1979.) */
function interval(
  samples: readonly Sample[],
  counts: (sample: Sample) => boolean,
): [string, string] {
  const byGroup = new Map<string, [number, number]>();
  for (const sample of samples) {
    const [found, of] = byGroup.get(sample.group) ?? [0, 0];
    byGroup.set(sample.group, [found + Number(counts(sample)), of + 1]);
  }
  const groups = [...byGroup.values()];
  const random = randomNumbers();
  const shares = Array.from({ length: resamples }, () => {
    let [found, of] = [0, 0];
    for (let index = 0; index < groups.length; index++) {
      const [ofGroup, all] = groups[Math.floor(random() * groups.length)]!;
      found += ofGroup;
      of += all;
    }
    return share(found, of);
  }).sort((a, b) => a - b);
  return [shares[25]!.toFixed(3), shares[974]!.toFixed(3)];
}

/** Returns the same numbers in each run. (Marsaglia: Xorshift RNGs, 2003.) */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
