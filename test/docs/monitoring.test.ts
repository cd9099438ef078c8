import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { english } from '../http/pages.js';
import { openTestApp } from '../http/test-app.js';
import { createModelStore } from '../model/model-store.js';
import { readDocument } from './markdown.js';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly summary: string; readonly description: string };
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const alerts = (parse(readDocument('docs/monitoring/alerts.yml')) as Rules).groups.flatMap(
  ({ rules }) => rules,
);
const { panels } = JSON.parse(readDocument('docs/monitoring/grafana.json')) as Dashboard;
const expressions = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Returns the series of /metrics, each with its name and label values. */
async function shownSeries() {
  const store = createModelStore();
  const files = { bytes: 1, walBytes: 1 };
  const stats: typeof store.stats = async (input) => ({ ...(await store.stats(input)), ...files });
  const { app, post, get } = await openTestApp({}, { ...store, stats });
  await post('/check', { text: english });
  await get('/readyz');
  const { body } = await app.inject({ url: '/metrics' });
  const series = new Map<string, Map<string, Set<string>>>();
  for (const [, name, labels = ''] of body.matchAll(/^([a-z]\w*)(?:\{(.*)\})? /gm)) {
    const known = series.get(name!) ?? new Map<string, Set<string>>();
    for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label!, (known.get(label!) ?? new Set()).add(value!));
    }
    series.set(name!, known);
  }
  return series;
}

describe('docs/monitoring', () => {
  it.each(expressions)('%s queries metrics that exist: %s', async (_, expression) => {
    const series = await shownSeries();
    const asked = [
      ...expression.matchAll(/\b(neardup_\w+|nodejs_\w+|process_\w+|up)(\{[^}]*\})?/g),
    ];
    expect(asked.length).toBeGreaterThan(0);
    for (const [, name, selector = ''] of asked) {
      if (name === 'up') continue; // Prometheus' own
      const labels = series.get(name!);
      expect(labels, name).toBeDefined();
      for (const [, label, operator, value] of selector.matchAll(/(\w+)(=~?)"([^"]*)"/g)) {
        if (label === 'instance' || label === 'job') continue; // added by Prometheus
        expect([...labels!.keys()], expression).toContain(label);
        if (label === 'route') expect([...labels!.get(label)!], operator).toContain(value);
      }
      for (const [, list] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
        for (const label of list!.split(/, */).filter((each) => each !== 'instance')) {
          const known = [...series.values()].some((each) => each.has(label));
          expect(known, `${label} in ${expression}`).toBe(true);
        }
      }
    }
  });

  it('shows every metric of neardup in the dashboard', async () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
    const names = [...(await shownSeries()).keys()].filter((name) => name.startsWith('neardup_'));
    const metrics = new Set(names.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    expect(metrics.size).toBeGreaterThan(20);
    for (const name of metrics) expect(shown).toContain(name);
  });

  it('sees the first error, because its counter begins at 0', async () => {
    const statuses = (await shownSeries()).get('neardup_http_errors_total')?.get('status');
    for (const { alert, expr } of alerts) {
      for (const [, status] of expr.matchAll(/_errors_total\{status="(\d+)"\}/g)) {
        expect([...statuses!], alert).toContain(status);
      }
    }
  });

  it('says for every alert what it means and what to do', () => {
    expect(alerts.length).toBeGreaterThan(5);
    for (const { annotations } of alerts) {
      expect(annotations.summary).toContain('$labels.instance');
      expect(annotations.description.length).toBeGreaterThan(20);
    }
  });
});
