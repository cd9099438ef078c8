/** Words of the pages under /docs in both of their languages. Fields are described in English only. */

import { type Call, calls } from './docs-calls.js';

export interface DocsWords {
  /** Name in the list of languages. */
  readonly name: string;
  readonly about: string;
  /** Words before the links to the groups of operations. */
  readonly groups: string;
  /** Name of the field that shows only operations with a word. */
  readonly filter: string;
  /** Explanations and the call that come before the five calls. */
  readonly before: readonly (string | Call)[];
  readonly fiveCalls: string;
  /** Calls that do most of the work: a question, the call, and what its reply means. */
  readonly calls: readonly (readonly [question: string, call: Call, ...(string | Call)[]])[];
  /** The call that removes what the others have made. */
  readonly after: readonly (string | Call)[];
  /** Button beside a command, and what it says afterwards. */
  readonly copy: string;
  readonly copied: string;
  /** Names of two examples. */
  readonly firstPage: string;
  readonly itsCopy: string;
  /** Note on what a trial of a check stores. */
  readonly ofTrial: string;
  /** Note on parameters that only a page as it was fetched may have. */
  readonly ofPages: string;
  /** Words before the scope that a key needs. */
  readonly scope: string;
  /** Note on the only problem whose form is shown. */
  readonly ofProblems: string;
  /** Remarks about all operations. */
  readonly remarks: readonly string[];
  /** Descriptions of the groups; those of the API if there is none. */
  readonly tags: Readonly<Record<string, string>>;
  /** Summaries of the operations; those of the API if there is none. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Descriptions of the operations that are used most, by id; the others stay in English. */
  readonly descriptions: Readonly<Record<string, string>>;
}

const english: DocsWords = {
  name: 'English',
  about: 'Tells a crawler whether it already has a page, or nearly the same one.',
  groups: 'All operations:',
  filter: 'Filter operations by a word or a path',
  before: [
    'Run the commands below in a terminal, in this order. They have a collection of their own, and change nothing else. `--json` needs curl 7.82; with an older one write `-H "Content-Type: application/json" -d` instead. The service sends each reply on one line; here it is formatted, `…` stands for other fields, and the `number` of a decision may be another one.',
    'If this service has keys, add `-H "Authorization: Bearer $NEARDUP_API_KEY"` to each command. For **Try it out**, enter the key at **Authorize**.',
    `Create the collection, which keeps refused pages for 14 days. ${calls.create.operation}`,
    calls.create,
  ],
  fiveCalls: 'Five calls do most of the work:',
  calls: [
    [
      'Is this page here already? If not, store it.',
      calls.check,
      'Its copy at another address is refused:',
      calls.checkCopy,
      'Write a page to your archive if `stored` is true. `decision` gives the reason: `new`, not seen before; `similar`, like a stored page, but with lines that it does not have; `duplicate`, a stored page of about its length has all of it; `changed` or `unchanged`, the address is stored already, with other content or the same.',
    ],
    [
      'Which of up to 1,000 addresses are stored, were refused, or were never seen?',
      calls.lookup,
      '`documents` are stored. `decisions` says which of the `missing` were refused or replaced, and because of which page; the others were never refused.',
    ],
    [
      'What became of a page, and why?',
      calls.decisions,
      '`match` is the stored page that it matches, and `adds` counts what that page does not have.',
    ],
    [
      'Store a page that was wrongly refused, by the `number` of its decision. The collection must keep refused pages.',
      calls.store,
      'Instead of `NUMBER`, write the `number` in your reply of call 3. The page will not be refused again because of the page in `separatedFrom`.',
    ],
    [
      'Delete pages, or a whole site.',
      calls.delete,
      'For a whole site, send `{"idPrefix": "https://mirror.example/"}`.',
    ],
  ],
  after: [
    `At the end, delete the collection. This cannot be undone, so the name is repeated; there is no reply. ${calls.end.operation}`,
    calls.end,
  ],
  copy: 'Copy command',
  copied: 'Copied',
  firstPage: 'A first page',
  itsCopy: 'Its copy at another address',
  ofTrial:
    '**Try it out** is a real check: it stores the page in the collection `default`, unless you name another `collection` or add `"dryRun": true`.',
  ofPages:
    'A body that is a page has the fields as query parameters: choose its media type beside **Request body** to see them.',
  scope: 'Scope of a key',
  ofProblems: 'The errors below have the same form:',
  remarks: [
    'Each operation that has a field or parameter `collection` also exists below `/collections/{name}`, for that collection, such as `POST /collections/news/check`.',
    'An optional field may also be null, which counts as omitted unless its description gives null a meaning. Later versions may add fields to responses and codes to problems: ignore those you do not know.',
  ],
  tags: {},
  summaries: {},
  descriptions: {},
};

const chinese: DocsWords = {
  name: '中文',
  about: '告诉爬虫是否已经有了某个网页，或几乎相同的网页。',
  groups: '全部操作：',
  filter: '按词或路径筛选操作',
  before: [
    '在终端里依次运行下面的命令。它们使用单独的集合，不改动其他任何内容。`--json` 需要 curl 7.82，旧版本请改写为 `-H "Content-Type: application/json" -d`。服务的回复只有一行；这里重新排了版，`…` 代表其他字段，判定的 `number` 可能不同。',
    '服务如有密钥，每条命令都要加上 `-H "Authorization: Bearer $NEARDUP_API_KEY"`；在页面上试用时，先在 **Authorize** 填写密钥。',
    `新建这个集合，被拒收的网页保留 14 天。${calls.create.operation}`,
    calls.create,
  ],
  fiveCalls: '大部分工作只需要五个调用：',
  calls: [
    [
      '这个网页有了吗？没有就保存。',
      calls.check,
      '它在另一个地址的副本被拒收：',
      calls.checkCopy,
      '`stored` 为 true，就把网页写进自己的库。`decision` 说明原因：`new`，没有见过；`similar`，像某个已存的网页，但有那个网页没有的行；`duplicate`，某个已存的、篇幅相差不大的网页已经有它的全部内容；`changed` 或 `unchanged`，这个地址已存，内容变了或没有变。',
    ],
    [
      '最多 1,000 个地址，哪些已存、被拒收过或从未见过？',
      calls.lookup,
      '`documents` 已存，`missing` 没有；`decisions` 说明其中哪些被拒收或被取代，是因为哪个网页。其余的从未被拒收。',
    ],
    [
      '某个网页后来怎样，为什么？',
      calls.decisions,
      '`match` 是与之匹配的已存网页，`adds` 统计它比那个网页增加了什么。',
    ],
    [
      '按判定的 `number` 补存错拒的网页。集合须保留被拒收的网页。',
      calls.store,
      '`NUMBER` 换成你在第 3 项的回复里看到的 `number`。这个网页不会再因为 `separatedFrom` 中的网页而被拒收。',
    ],
    [
      '删除网页，或整个网站。',
      calls.delete,
      '删除整个网站时，请求体是 `{"idPrefix": "https://mirror.example/"}`。',
    ],
  ],
  after: [
    `最后删除这个集合。删除无法撤销，所以要重复集合的名称；没有回复。${calls.end.operation}`,
    calls.end,
  ],
  copy: '复制命令',
  copied: '已复制',
  firstPage: '第一个网页',
  itsCopy: '它在另一个地址的副本',
  ofTrial:
    '**Try it out** 会真的执行检查：网页保存到集合 `default`，除非写明别的 `collection`，或加上 `"dryRun": true`。',
  ofPages:
    '请求体是网页时，这些字段写成查询参数：在 **Request body** 旁选择网页的类型，就会显示它们。',
  scope: '密钥所需的权限',
  ofProblems: '以下的错误都是这种形式：',
  remarks: [
    '凡有字段或参数 `collection` 的操作，在 `/collections/{name}` 之下也有，只针对该集合，例如 `POST /collections/news/check`。',
    '可选字段也可以为 null，除非说明赋予 null 别的含义，否则等于省略。以后的版本可能给回复增加字段、给错误增加代码：请忽略不认识的。',
    '以下各操作的标题和最常用操作的说明是中文，其余说明和界面是英文：**Try it out** 是试用，**Execute** 是发送请求，**Schema** 是字段的说明。',
  ],
  tags: {
    decide: '查找几乎相同的文档，判定保存什么',
    documents: '已存的文档',
    clusters: '重复组，以及声明不重复的文档',
    decisions: '被拒收、被取代、有改动或相似的网页的判定记录',
    labels: '人给出的标注，以及最适合它们的阈值',
    collections: '文档的集合，各有自己的配方',
    jobs: '回复之后继续进行的任务',
    service: '服务本身',
  },
  descriptions: {
    check:
      '查找相同和相似的文档，作出判定，并保存新文档，一步完成，不会被打断。`decision` 是判定；`stored` 为 true 表示文档已保存。可以发送 `text`、`html`、`features` 或 `fingerprint`，也可以直接发送抓到的网页。带上 `id`，请求就可以放心重发。',
    query:
      '列出匹配的已存文档，最相似的在前；`order` 为 `distance` 时分页列出距离之内的全部文档。不保存任何内容。',
    compare:
      '按距离、相似度、包含度等指标比较两个文档。每一方可以是已存文档（`id`），也可以是发送的内容。按编号比较时，网站重复的行与判定时一样不计。',
    bulk: '请求和回复都是 NDJSON。请求的每一行是 POST /documents 的正文；`mode=check` 时是 POST /check 的正文。每行存好就立即回复，所以请一边发送一边读取。一行有误不影响其他行。回复的最后一行是总计；没有这一行，回复就不完整。',
    getDocument:
      '`include=text` 另给出保留的文本，`include=match` 另给出保存时的匹配。编号是网址时，这里要作百分号编码；POST /documents/lookup 可以直接使用。',
  },
  summaries: {
    check: '判定文档是否已存，没有就保存，一步完成',
    query: '查找与文本、网页或已存文档几乎相同的文档',
    overlap: '查找文本与已存文档相同的段落',
    fingerprint: '计算文档的指纹，不保存',
    extract: '提取网页的文本，不保存',
    addDocument: '保存文档，不查重复',
    listDocuments: '列出文档：按编号、最新的在前，或按重复组',
    compare: '比较两个文本、网页或已存文档',
    getDocument: '读取一个已存文档',
    deleteDocument: '删除一个文档',
    lookupDocuments: '按编号读取多个文档',
    confirmDocuments: '写好网页之后，确认认领的文档',
    deleteDocuments: '按编号或共同的开头删除多个文档',
    bulk: '添加或检查一连串文档，每行一个',
    listClusters: '列出重复组，最大的或最不相似的在前',
    getCluster: '读取一个重复组的成员及其匹配',
    setRepresentative: '把一个已存成员设为重复组的代表',
    listClusterHosts: '列出重复组成员的主机，成员最多的在前',
    separateDocuments: '声明两个文档不重复',
    listSeparations: '列出已声明不重复的文档对',
    deleteSeparation: '收回不重复的声明',
    labelPair: '把两个已存文档标注为相同、同一网页的版本或不同',
    listLabels: '列出有标注的文档对',
    deleteLabel: '删除两个文档的标注',
    border: '建议接下来最值得标注的已存文档对',
    recommendation: '推荐最适合标注的阈值',
    listDecisions: '列出近来被拒收、被取代、有改动或相似的网页的判定',
    storeRefusedPage: '补存错拒的网页',
    removeRefusedPage: '撤销补存',
    judgeDecision: '记录或收回「拒收正确」的评判',
    countVerdicts: '统计人评判过的拒收及其中正确的比例',
    listSiteLines: '列出一个网站重复的行',
    listCollections: '分页列出密钥可以访问的集合',
    createCollection: '新建空的集合',
    getCollection: '读取集合及其配方',
    updateCollection: '更改集合的设置',
    deleteCollection: '删除集合及其全部文档',
    reindexCollection: '在使用中更换集合的配方',
    scanCollection: '在使用中查找已存文档之间的重复',
    listJobs: '列出正在进行的任务和最近结束的 100 个，最早的在前',
    getJob: '读取任务的状态和进度',
    cancelJob: '取消任务',
    backup: '在使用中备份数据库',
    stats: '读取文档数和判定数',
    history: '读取最多 90 天内每小时的判定数',
    hosts: '按主机读取最多 90 天内的判定数',
    metrics: '读取 Prometheus 的指标',
    health: '检查进程是否存活',
    ready: '检查能否回复请求',
    service: '读取服务的版本、存储和密钥的权限',
    settings: '列出全部设置及其值和含义，以及密钥的名称和权限',
    events: '以服务器推送事件接收一个或全部集合的判定',
  },
};

export const docsWords = { en: english, zh: chinese } as const;
