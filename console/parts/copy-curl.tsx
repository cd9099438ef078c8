import { useState } from 'preact/hooks';
import { currentKey } from '../api/key.js';
import { apiUrl, type Call } from '../api/request.js';
import { useSession } from '../session.js';

const toldMs = 2000;

interface CopyCurlProps {
  readonly call: Call;
}

/** Copies a request as a shell command, with a variable in place of the key. */
export function CopyCurl({ call }: CopyCurlProps) {
  const { t } = useSession();
  const [copied, setCopied] = useState(false);
  const line = formatCurl(call, currentKey() !== null);

  async function copy() {
    await navigator.clipboard.writeText(line);
    setCopied(true);
    setTimeout(() => setCopied(false), toldMs);
  }

  return (
    <button type="button" class="quiet small" title={line} onClick={() => void copy()}>
      {copied ? t('curl.copied') : t('curl.copy')}
    </button>
  );
}

export function formatCurl(call: Call, withKey: boolean): string {
  const { method, body } = call;
  const words = ['curl'];
  if (method !== 'GET') words.push('-X', method);
  words.push(quoted(apiUrl(call).href));
  if (withKey) words.push('-H', '"Authorization: Bearer $NEARDUP_API_KEY"');
  if (body !== undefined) {
    words.push('-H', quoted('Content-Type: application/json'));
    words.push('-d', quoted(JSON.stringify(body)));
  }
  return words.join(' ');
}

/** Quotes any text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
