/**
 * Reads folders of whole sites.
 *
 *   DIR/HOST/PATH            a page of https://HOST/PATH; `index.html` at the end belongs to the address of its folder
 *   DIR/HOST@VERSION/PATH    the same site later on; versions in the order of their names
 *
 * Pages are the files `*.html` and `*.htm`, in the order of their paths.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { decodePage, readVisiblePage, type VisiblePage } from './visible-lines.js';

export interface SiteFolder {
  readonly host: string;
  /** The first version, then the later ones. */
  readonly versions: readonly (readonly PageFile[])[];
}

export interface PageFile {
  readonly host: string;
  readonly address: string;
  readonly file: string;
}

export function readSiteFolders(directory: string): SiteFolder[] {
  const folders = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const hosts = [...new Set(folders.map((folder) => folder.split('@')[0]!))];
  return hosts.map((host) => ({
    host,
    versions: folders
      .filter((folder) => folder.split('@')[0] === host)
      .map((folder) => pageFilesIn(join(directory, folder), host)),
  }));
}

function pageFilesIn(folder: string, host: string): PageFile[] {
  return globSync('**/*.{html,htm}', { cwd: folder, caseSensitiveMatch: false, dot: true })
    .sort()
    .map((path) => ({
      host,
      address: `https://${host}/${encodeURI(path.replace(/(^|\/)index\.html?$/, '$1'))}`,
      file: join(folder, path),
    }));
}

export function readPageFile({ address, file }: PageFile): VisiblePage {
  return readVisiblePage(address, decodePage(readFileSync(file)));
}
