import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { description } from '../../openapi/conformance.js';
import { parseDockerfile } from '../../scripts/release/dockerfile.js';
import { readConfig, settings } from '../../src/config.js';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const [service, set, network, budget] = documentsWith(null);
const pod = set.spec.template.spec;
const [container] = pod.containers;
const compose = parse(read('docker-compose.yml')).services.neardup;

describe('deploy/kubernetes.yaml', () => {
  it('runs one replica, which the service finds', () => {
    expect(set.spec.replicas).toBe(1);
    expect(service.spec.selector).toEqual(set.spec.template.metadata.labels);
    expect(set.spec.selector.matchLabels).toEqual(set.spec.template.metadata.labels);
    expect(container.ports[0].containerPort).toBe(8080);
    expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
  });

  it('keeps the data where the image has it, and lets its user write there', () => {
    const facts = parseDockerfile(read('Dockerfile'));
    const volumes = facts.filter(({ name }) => name === 'VOLUME').map(({ args }) => args);
    expect(volumes).toEqual([container.volumeMounts[0].mountPath]);
    expect(set.spec.volumeClaimTemplates[0].metadata.name).toBe(container.volumeMounts[0].name);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, fsGroup: 1000 });
  });

  it('runs as a user with a number, so that the kubelet can tell that it is not root', () => {
    const { runAsNonRoot, runAsUser, runAsGroup } = pod.securityContext;
    expect(runAsNonRoot).toBe(true);
    for (const id of [runAsUser, runAsGroup]) expect(id).toBe(1000);
  });

  it('lets only labelled pods in, and nothing out', () => {
    const { podSelector, policyTypes, ingress, egress } = network.spec;
    expect(podSelector.matchLabels).toEqual(set.spec.template.metadata.labels);
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    expect(egress).toBeUndefined();
    const [{ from, ports }] = ingress;
    expect(ports[0].port).toBe(container.ports[0].name);
    const [[label, value]] = Object.entries(from[0].podSelector.matchLabels);
    expect(readDeployment()).toContain(`\`${label}: "${value}"\``);
  });

  it('lets a node be drained', () => {
    expect(budget.spec.selector.matchLabels).toEqual(set.spec.template.metadata.labels);
    expect(budget.spec.maxUnavailable).toBe(1);
  });

  it('has lines that let Prometheus in', () => {
    const { ingress } = documentsWith('prometheus')[2].spec;
    expect(ingress[0].from).toHaveLength(2);
    expect(Object.keys(ingress[0].from[1])).toEqual(['namespaceSelector', 'podSelector']);
    const [{ env }] = documentsWith('prometheus')[1].spec.template.spec.containers;
    const keys = env.find(({ name }: { name: string }) => name === settings.keys.variable);
    expect(read('deploy/kubernetes.yaml')).toContain(
      `generic ${keys.valueFrom.secretKeyRef.name} `,
    );
  });

  it('has lines that write backups into a volume of their own each night, through the service', () => {
    const [, withBackups, , , job] = documentsWith('backup');
    const { template, volumeClaimTemplates } = withBackups.spec;
    const [{ env, volumeMounts }] = template.spec.containers;
    const directory = env.find(({ name }: { name: string }) => name === 'NEARDUP_BACKUP_DIR');
    expect(settings.backupDirectory.variable).toBe(directory.name);
    const mount = volumeMounts.find((each: { name: string }) => each.name === 'backups');
    expect(mount.mountPath).toBe(directory.value);
    expect(volumeClaimTemplates[1].metadata.name).toBe(mount.name);

    const backup = job.spec.jobTemplate.spec.template;
    const [client] = network.spec.ingress[0].from;
    expect(backup.metadata.labels).toMatchObject(client.podSelector.matchLabels);
    expect(backup.metadata.labels.app).not.toBe(service.spec.selector.app);
    const [{ image, command, env: own, securityContext }] = backup.spec.containers;
    expect([image, own[0]]).toEqual([container.image, container.env[0]]);
    expect(securityContext).toEqual(container.securityContext);
    const { metadata, spec } = service;
    const address = `http://${metadata.name}:${spec.ports[0].port}`;
    expect(command).toEqual(['node', 'dist/main.js', 'backup', '--url', address]);
  });

  it('asks what the service answers without a key, and knows its settings', () => {
    for (const kind of ['readinessProbe', 'startupProbe', 'livenessProbe']) {
      const { path } = container[kind].httpGet;
      expect((description.paths[path]!.get as unknown as { security: object[] }).security).toEqual(
        [],
      );
    }
    const variables = Object.values(settings).map(({ variable }) => variable);
    for (const { name } of container.env) expect(variables).toContain(name);
  });

  it('starts with the variables that Kubernetes adds for the Service', () => {
    const image = parseDockerfile(read('Dockerfile'))
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ args }) => args.split(/\s+/).map((pair) => pair.split('=', 2)));
    const own = container.env.map(({ name, value }: Record<string, string>) => [
      name,
      value ?? 'k'.repeat(20),
    ]);
    const links = pod.enableServiceLinks === false ? {} : serviceLinks(service);
    // The variables of the image come first, as its ENV is only a default.
    const environment = { ...Object.fromEntries(image), ...links, ...Object.fromEntries(own) };
    expect(readConfig({}, environment)).toMatchObject({ port: container.ports[0].containerPort });
  });

  it('has the limits that docker-compose.yml has', () => {
    expect(`${pod.terminationGracePeriodSeconds}s`).toBe(compose.stop_grace_period);
    expect(container.resources.limits.memory).toBe(compose.mem_limit.replace('g', 'Gi'));
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: compose.read_only,
      capabilities: { drop: compose.cap_drop },
    });
    const { version } = JSON.parse(read('package.json'));
    expect(container.image).toMatch(new RegExp(`:${version}$`));
  });
});

/** Returns the documents of the file, with the lines that stand behind a mark, such as `#backup`. */
function documentsWith(mark: string | null) {
  const text = read('deploy/kubernetes.yaml');
  const taken = mark === null ? text : text.replaceAll(new RegExp(`^( *)#${mark} `, 'gm'), '$1');
  return parseAllDocuments(taken).map((each) => {
    expect(each.errors).toEqual([]);
    return each.toJS();
  });
}

const readDeployment = () => read('docs/deployment.md');

/** Returns the variables that a kubelet sets for a Service, in the form of Docker links. */
function serviceLinks({ metadata, spec }: typeof service): Record<string, string> {
  const name = metadata.name.toUpperCase().replaceAll('-', '_');
  const [{ port, name: portName }] = spec.ports;
  const [host, tcp] = ['10.96.0.17', `${name}_PORT_${port}_TCP`];
  return {
    [`${name}_SERVICE_HOST`]: host,
    [`${name}_SERVICE_PORT`]: `${port}`,
    [`${name}_SERVICE_PORT_${portName.toUpperCase()}`]: `${port}`,
    [`${name}_PORT`]: `tcp://${host}:${port}`,
    [tcp]: `tcp://${host}:${port}`,
    [`${tcp}_PROTO`]: 'tcp',
    [`${tcp}_PORT`]: `${port}`,
    [`${tcp}_ADDR`]: host,
  };
}
