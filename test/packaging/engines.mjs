import { minVersion, satisfies } from 'semver';

/**
 * Returns the installed packages that refuse a version of Node that we support: the oldest one of each line.
 * @param {string} ours our own range of versions
 * @param {Record<string, { version?: string, dev?: boolean, link?: boolean, engines?: { node?: string } }>} packages of a lock file
 * @returns {string[]}
 */
export function packagesRefusingNode(ours, packages) {
  const versions = ours.split('||').map((range) => minVersion(range)?.version ?? range);
  return Object.entries(packages).flatMap(([path, { version, dev, link, engines }]) => {
    if (path === '' || dev || link || engines?.node === undefined) return [];
    const refused = versions.filter((each) => !satisfies(each, engines.node));
    return refused.length === 0 ? [] : [`${path} ${version} refuses Node ${refused.join(' and ')}`];
  });
}
