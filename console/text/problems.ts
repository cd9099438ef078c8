import type { Language } from './language.js';

/** Translates service messages, which are English, into the language of the page. */

export function problemInWords(
  { code, message }: { readonly code: string; readonly message: string },
  language: Language,
): string {
  return language === 'en' ? message : (chineseProblems[code] ?? message);
}

/** Translates the message about one value. */
export function detailInWords(detail: string, language: Language): string {
  if (language === 'en') return detail;
  for (const [pattern, chinese] of chineseDetails) {
    if (pattern.test(detail)) return detail.replace(pattern, chinese);
  }
  return detail;
}

/** Messages by code; docs/errors.md has all codes. */
export const chineseProblems: Readonly<Record<string, string>> = {
  invalid_json: '请求正文不是有效的 UTF-8 JSON',
  invalid_cursor: '翻页位置不属于这个列表',
  invalid_header: '请求头的格式不对',
  unauthorized: '请求没有带有效的 API 密钥',
  insufficient_scope: '这个 API 密钥不允许此操作',
  foreign_request: '没有设置密钥时，服务拒绝来自其他网站的页面或使用其他主机名的请求',
  document_not_found: '集合里没有这个 ID 的文档',
  collection_not_found: '没有这个名字的集合',
  cluster_not_found: '没有这个 ID 的重复组',
  separation_not_found: '这两个文档没有被声明为不重复',
  label_not_found: '这两个文档没有标注',
  decision_not_found: '没有这个编号的判定记录',
  job_not_found: '没有这个 ID 的任务',
  route_not_found: '没有这个路径',
  method_not_allowed: '这个路径不支持该方法',
  not_acceptable: '服务给不出客户端接受的格式',
  request_timeout: '请求没有在时限内完整到达',
  collection_exists: '已经有同名的集合',
  job_running: '集合里有正在进行的任务，不能同时进行这一个',
  recipe_immutable: '集合的配方不能直接修改；请重新索引到另一个配方',
  page_not_kept: '被拒收的网页没有保留',
  text_not_kept: '此操作需要原文，而集合没有保留原文',
  idempotency_in_progress: '带相同幂等键的请求还在进行',
  idempotency_outcome_lost: '请求已经执行过，但它的回复无法再给出',
  precondition_failed: '文档已不是 If-Match 所指的版本',
  payload_too_large: '请求正文超过上限',
  uri_too_long: 'URL 超过上限',
  unsupported_media_type: '这个路径不接受该类型的正文',
  unsupported_encoding: '服务不接受该内容编码',
  validation_failed: '请求里有不允许的值',
  text_empty: '文本里没有可以比较的词',
  distance_unsupported: '距离超出了索引能准确回答的范围',
  too_many_replaced: '检查要替换的文档太多，超过一次请求的上限',
  extraction_failed: '无法从文档里取出文本',
  recipe_mismatch: '指纹或集合使用的是另一个配方',
  idempotency_key_reused: '幂等键已经用于另一个正文',
  rate_limited: '短时间内请求太多，请稍后再试',
  headers_too_large: '请求头超过上限',
  internal: '服务内部发生意外错误',
  store_unsupported: '当前的存储不提供此操作',
  overloaded: '等待的请求已经太多，请稍后再试',
  not_ready: '服务暂时无法回答，或连不上存储',
  shutting_down: '服务正在停止，不再接受新的请求',
  disk_full: '磁盘已满：什么都没有写入',
};

/** Patterns for messages about single values; `$1` is the quoted value. */
const chineseDetails: readonly (readonly [RegExp, string])[] = [
  [/^is not a field of this request; did you mean "(.+)"\?$/, '不认识这个字段；是否想写「$1」？'],
  [/^is not a field of this request$/, '不认识这个字段'],
  [/^must be 16 lower-case hex digits.*$/, '必须是 16 位小写十六进制数'],
  [/^must be 64 lower-case hex digits.*$/, '必须是 64 位小写十六进制数'],
  [/^must not contain control characters.*$/, '不能包含控制字符'],
  [/^must not contain lone surrogates.*$/, '不能包含不成对的代理字符'],
  [/^must not nest deeper than (\d+) levels.*$/, '嵌套不能超过 $1 层'],
  [/^must be at most (\S+) KiB as JSON.*$/, '作为 JSON 最多 $1 KiB'],
  [
    /^must be 1 to 64 of the characters a to z.*$/,
    '最多 64 个字符：小写字母、数字、_ 和 -，以字母或数字开头',
  ],
  [/^must be a time such as (\S+).*$/, '必须是 $1 这样的时间'],
  [/^must repeat the name of the collection.*$/, '必须重复集合的名字'],
  [/^is missing$/, '缺少这个字段'],
  [/^send exactly one of (.+): none is present$/, '必须且只能有其中一个：$1；现在一个也没有'],
  [/^send exactly one of (.+): (.+) are present$/, '必须且只能有其中一个：$1；现在有 $2'],
  [/^needs "(.+)"$/, '需要同时有 $1'],
  [/^is missing; it must be (.+) or (.+)$/, '缺少这个字段；必须是 $1 或 $2'],
  [/^is missing; it must be (.+)$/, '缺少这个字段；必须是 $1'],
  [/^must not be empty$/, '不能为空'],
  [/^must have at most (\d+) characters$/, '太长：最多 $1 个字符'],
  [/^must have at least (\d+) characters$/, '太短：至少 $1 个字符'],
  [/^must have at most (\d+) elements$/, '太多：最多 $1 项'],
  [/^must have at least (\d+) elements$/, '太少：至少 $1 项'],
  [/^must be a multiple of (\S+)$/, '必须是 $1 的倍数'],
  [/^must match (\S+)$/, '必须符合 $1'],
  [/^has none of the forms allowed here$/, '不是这里允许的任何一种形式'],
  [/^must be at most (\S+)$/, '太大：最大是 $1'],
  [/^must be at least (\S+)$/, '太小：最小是 $1'],
  [/^must be above (\S+)$/, '必须大于 $1'],
  [/^must be below (\S+)$/, '必须小于 $1'],
  [/^must be a share from 0 to 1: write (\S+) for (\S+) %$/, '必须是 0 到 1 的比例：$2% 写作 $1'],
  [/^must be a whole number.*$/, '必须是整数'],
  [/^must be a number.*$/, '必须是数字'],
  [/^must be a string.*$/, '必须是文字'],
  [/^must be true or false.*$/, '必须是 true 或 false'],
  [/^must be a list.*$/, '必须是列表'],
  [/^must be an? (?:JSON )?object.*$/, '必须是 JSON 对象'],
  [/^must be (["\d].*) or (.+)$/, '必须是 $1 或 $2'],
  [/^must be (["\d].*)$/, '必须是 $1'],
];
