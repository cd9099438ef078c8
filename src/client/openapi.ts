/** Made from openapi/openapi.json by `npm run openapi`; not to be edited. */
export interface paths {
    "/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide whether a document is here already, and store it if not, in one atomic step
         * @description The short form of POST /collections/{name}/check, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the near-duplicates of a content or of a stored document
         * @description The short form of POST /collections/{name}/query, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["query"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/overlap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the passages of a text that stored documents contain, and their places
         * @description The short form of POST /collections/{name}/overlap, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["overlap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fingerprint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the fingerprint that a document would get; nothing is stored
         * @description The short form of POST /collections/{name}/fingerprint, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["fingerprint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the text from a page, and tell how; nothing is stored
         * @description Gives the main text of a page as the other operations would read it, and the facts that the page states about itself.
         */
        post: operations["extract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Walk through the documents of a collection, in the byte order of their ids or from the newest on, or of a cluster
         * @description The short form of GET /collections/{name}/documents, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Store a document, whatever it resembles
         * @description The short form of POST /collections/{name}/documents, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["addDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare two contents or stored documents by every measure
         * @description The short form of POST /collections/{name}/compare, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is stored of a document
         * @description The short form of GET /collections/{name}/documents/{id}, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description The short form of DELETE /collections/{name}/documents/{id}, of the collection `default`, or of the one that `collection` names.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What is stored of many documents; the way for ids that are URLs
         * @description The short form of POST /collections/{name}/documents/lookup, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["lookupDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store claimed documents permanently, because their pages are written
         * @description The short form of POST /collections/{name}/documents/confirm, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["confirmDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete many documents: by id in one step, or by what their ids begin with, as a job
         * @description The short form of POST /collections/{name}/documents/delete, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["deleteDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add or check documents, one a line, in their order, as fast as they come
         * @description The short form of POST /collections/{name}/documents/bulk, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clusters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clusters of duplicates, those with the most members or the least similar ones first
         * @description The short form of GET /collections/{name}/clusters, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["listClusters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clusters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A cluster with its members, and what each was found to duplicate
         * @description The short form of GET /collections/{name}/clusters/{id}, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["getCluster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clusters/{id}/representative": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make a stored member the representative of its cluster
         * @description The short form of PUT /collections/{name}/clusters/{id}/representative, of the collection `default`, or of the one that `collection` names.
         */
        put: operations["setRepresentative"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clusters/{id}/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The hosts of the members of a cluster, those with the most members first
         * @description The short form of GET /collections/{name}/clusters/{id}/hosts, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["listClusterHosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/separations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pairs of documents that were declared to be no duplicates, in the order of their ids
         * @description The short form of GET /collections/{name}/separations, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["listSeparations"];
        put?: never;
        /**
         * Declare that two documents are no duplicates, for all later checks
         * @description The short form of POST /collections/{name}/separations, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["separateDocuments"];
        /**
         * Take back that two documents are no duplicates, in whichever order
         * @description The short form of DELETE /collections/{name}/separations, of the collection `default`, or of the one that `collection` names.
         */
        delete: operations["deleteSeparation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was said of pairs of documents, in the order of their ids
         * @description The short form of GET /collections/{name}/labels, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Say whether two stored documents are the same, versions of one, or different
         * @description The short form of POST /collections/{name}/labels, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["labelPair"];
        /**
         * Take back what was said of two documents, in whichever order
         * @description The short form of DELETE /collections/{name}/labels, of the collection `default`, or of the one that `collection` names.
         */
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pairs of stored documents whose label would tell most about the threshold
         * @description The short form of GET /collections/{name}/labels/next, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["border"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/labels/recommendation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The threshold that fits the labels best, and how certain it is
         * @description The short form of GET /collections/{name}/labels/recommendation, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["recommendation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Decisions of the last days: pages that were refused, replaced, changed, or similar
         * @description The short form of GET /collections/{name}/decisions, of the collection `default`, or of the one that `collection` names.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decisions/{number}/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a page that was refused wrongly
         * @description The short form of POST /collections/{name}/decisions/{number}/store, of the collection `default`, or of the one that `collection` names.
         */
        post: operations["storeRefusedPage"];
        /**
         * Undo storing a refused page
         * @description The short form of DELETE /collections/{name}/decisions/{number}/store, of the collection `default`, or of the one that `collection` names.
         */
        delete: operations["removeRefusedPage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decisions/{number}/verdict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Record that a refusal was right, or withdraw it
         * @description The short form of PUT /collections/{name}/decisions/{number}/verdict, of the collection `default`, or of the one that `collection` names.
         */
        put: operations["judgeDecision"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The collections that the key may see, by pages, searched and sorted
         * @description Without the texts of own dictionaries, which GET /collections/{name} gives.
         */
        get: operations["listCollections"];
        put?: never;
        /**
         * Create an empty collection; its recipe never changes
         * @description The recipe tells how fingerprints are made; what is left out is taken from the default. A recipe never changes, but a collection can be reindexed to another one.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One collection with its recipe
         * @description With how likely two similar documents are to find each other.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /**
         * Delete a collection with all its documents
         * @description Cannot be undone; the name has to be given once more.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Change defaults of a collection, for what is stored and asked from then on
         * @description Fields that are left out stay. Null is a value here: of `ttlSeconds`, `minContainment`, `keepPerFamily` and `refusedPages` it means none, and elsewhere it is refused.
         */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/collections/{name}/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a collection to another recipe, from its kept texts, while it is in use
         * @description Needs kept texts. The collection answers by the old recipe until the new index is whole.
         */
        post: operations["reindexCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{name}/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find duplicates among the stored documents, while the collection is in use
         * @description For what was added without checks. By default documents only take seats in clusters; `deleteDuplicates` removes them, `dryRun` lists them.
         */
        post: operations["scanCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Jobs since the service started, oldest first
         * @description A job is forgotten when the service stops, or when many others have ended after it.
         */
        get: operations["listJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a job is getting on
         * @description Ask again until `state` is not `running`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Have a job end soon; what it has done stays, unless it is a reindexing
         * @description The answer does not wait for its end.
         */
        delete: operations["cancelJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a copy of the database into the directory of backups, while it is in use
         * @description A copy of the database at one moment, while the service goes on. Needs NEARDUP_BACKUP_DIR.
         */
        post: operations["backup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts of one collection, or of all, and what checks decided
         * @description The short form of GET /collections/{name}/stats, of all collections, or of the one that `collection` names.
         */
        get: operations["stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Decisions by the hour, of one collection or of all, for the last 90 days at most
         * @description The short form of GET /collections/{name}/stats/history, of all collections, or of the one that `collection` names.
         */
        get: operations["history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What Prometheus collects
         * @description In the text format of Prometheus.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs and can go on
         * @description For liveness probes. Needs no key.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether requests can be answered
         * @description For readiness probes: the store answers, and the signing threads do. Needs no key.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/recent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this process decides and answers now: by the minute, by host, and how fast
         * @description The short form of GET /collections/{name}/stats/recent, of all collections, or of the one that `collection` names.
         */
        get: operations["recent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Version and store of the service, and the rights of the key
         * @description Any key may ask, also one that is bound to collections.
         */
        get: operations["service"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All settings with their values and what they mean
         * @description Of a secret it tells only whether it is set.
         */
        get: operations["settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys that are valid now: their names and rights
         * @description Never the keys, nor their digests.
         */
        get: operations["keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Decisions as they are made, of one collection or of all, as server-sent events
         * @description The short form of GET /collections/{name}/events, of all collections, or of the one that `collection` names.
         */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Shingle: {
            words: number;
        };
        Sketch: {
            /** @constant */
            length: 128;
            /** @constant */
            bits: 8;
        };
        Bands: {
            count: number;
            rows: number;
        };
        RecipeChoice: {
            /** @constant */
            version?: 3;
            /** @enum {string} */
            method?: "simhash" | "minhash" | "hybrid";
            /** @constant */
            unicode?: "16.0";
            /** @constant */
            segmenter?: "jieba-2.0.3";
            hmm?: boolean;
            simplify?: boolean;
            lowerCase?: boolean;
            minTermLength?: number;
            stopWords?: ("zh" | "en")[];
            /** @enum {string} */
            weighting?: "none" | "tf" | "logTf" | "tfIdf" | "textRank";
            /** @enum {string} */
            unknownIdf?: "median" | "mean";
            topTerms?: number | null;
            /** @enum {string} */
            hash?: "xxh64" | "fnv1a64" | "md5" | "sha1" | "jenkins";
            shortTextBelow?: number;
            shortMinSimilarity?: number | null;
            shingle?: components["schemas"]["Shingle"] | null;
            sketch?: components["schemas"]["Sketch"] | null;
            bands?: components["schemas"]["Bands"] | null;
            parts?: components["schemas"]["RecipeChoiceParts"] | null;
            /** @description words for the cut, a line each: `word [frequency] [tag]`, as jieba has it */
            ownWords?: string | null;
            /** @description words that are dropped beside those of `stopWords`, a line each */
            ownStopWords?: string | null;
            /** @description the idf of `tfIdf` in the place of the built-in one, lines of `word idf` */
            ownIdf?: string | null;
            checksums?: {
                [key: string]: string;
            };
        };
        Side: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page, of which the main text is taken */
            html?: string | null;
            /** @description words and weights of an analysis of your own */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that `fingerprint` was made with */
            recipe?: string | null;
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
        };
        FieldError: {
            pointer: string;
            detail: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            /** @description which problem it is; later versions may add codes, the status tells what they are */
            code: string;
            errors?: components["schemas"]["FieldError"][];
            /** @description with `document_not_found`: the last decision about this id, if one was recorded */
            decision?: components["schemas"]["EarlierDecision"];
        };
        DescribedPage: {
            /** @description without the name of the site, as far as the page shows which part that is */
            title: string | null;
            /** @description name of the site */
            siteName: string | null;
            /** @description address that the page declares as its own; a relative one needs the address of the page */
            canonical: string | null;
            /** @description BCP 47, as in `en` or `zh-CN` */
            language: string | null;
            /** @description ISO 8601, with the precision of the page: `2027-01-31`, or with time and offset */
            publishedAt: string | null;
            /** @description headings of the text, at most 50 */
            headings: string[];
            /** @description id of the other stored document that `canonical` names; it decides nothing. null: none */
            canonicalOf: string | null;
        };
        WeightedTerm: {
            term: string;
            weightA: number;
            weightB: number;
        };
        TermList: {
            /** @description how many there are; the heaviest are listed */
            count: number;
            terms: components["schemas"]["WeightedTerm"][];
        };
        TermsOfBoth: {
            shared: components["schemas"]["TermList"];
            onlyA: components["schemas"]["TermList"];
            onlyB: components["schemas"]["TermList"];
        };
        Flip: {
            /** @description 63 is the highest */
            bit: number;
            /** @enum {string} */
            document: "a" | "b";
            terms: string[];
        };
        Evidence: {
            /** @description words with their weights; null where words are not known */
            terms: components["schemas"]["TermsOfBoth"] | null;
            differingBits: number[];
            /** @description for a differing bit the fewest words without which this document had the other bit */
            flips: components["schemas"]["Flip"][];
            /** @description 16-bit blocks that agree, 0 the highest */
            equalBlocks: number[];
            /** @description bands of the sketches that agree */
            sharedBands: number[] | null;
            /**
             * @description why something is null: of a stored document no text was kept
             * @constant
             */
            reason?: "text_not_kept";
        };
        AddedPassage: {
            /** @description in UTF-16 code units of the text, as JavaScript counts them */
            start: number;
            /** @description exclusive */
            end: number;
            /** @description with `texts` or `explain`: at most 500 characters of it */
            text?: string;
            /** @description its length; a character of Han is two thirds of a word */
            words: number;
            /** @description what is in it besides ordinary words */
            kinds: ("number" | "name" | "negation")[];
        };
        Additions: {
            /** @description whether all of this counts as nothing */
            nothing: boolean;
            /** @description new words; between two stored documents without texts, new pairs of words */
            words: number;
            /** @description their share of the text */
            share: number;
            /** @description words of the longest new passage */
            longest: number | null;
            /** @description new numbers, and numbers between other words than before */
            numbers: number;
            /** @description new names */
            names: number | null;
            /** @description negations that only one of the two has, or that stand beside something new */
            negations: number | null;
            /** @description whole lines or sentences that are new, but for those at the start and end */
            lines: number | null;
            /** @description whether the title is another: each has a word that the other lacks; null: one of the two has none */
            title: boolean | null;
            /** @description with `explain`: the passages of new words, in the order of the text; of more than 100 the longest; null: the text is not kept, or the match has just gone */
            passages?: components["schemas"]["AddedPassage"][] | null;
            /** @description with `passages`: whether there are more than it lists */
            passagesTruncated?: boolean;
        };
        ContainmentError: {
            ofThis: number;
            ofMatch: number;
        };
        Containment: {
            /** @description share of the shingles of this text that the match also has */
            ofThis: number;
            /** @description share of the shingles of the match that this text also has */
            ofMatch: number;
            /** @description half of the 95 % interval around each */
            error: components["schemas"]["ContainmentError"];
        };
        Match: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description whether this document says nothing that the match does not say */
            addsNothing: boolean;
            /** @description what this text says and the match does not; `longest`, `names`, `negations` and `lines` are null where neither text is at hand, and the whole where one has only a fingerprint, or where eight others are nearer */
            adds: components["schemas"]["Additions"] | null;
            /** @description whether this text says all that the match says; where it adds nothing, but for a word; null: not known */
            covers: boolean | null;
            /** @description estimated by the sketches; null: not known */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description what this text is to the match, if at least 0.8 of a side is in the other
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            storedAt: string;
            /** @description with `explain`; null if the document has just gone */
            evidence?: components["schemas"]["Evidence"] | null;
        };
        Claim: {
            /**
             * Format: date-time
             * @description when it expires, unless it is confirmed before
             */
            expiresAt: string;
            /** @description in the decision that stored the document: names its content, for the confirmation */
            contentHash?: string;
        };
        StoredFacts: {
            /** @description without the name of the site, as far as the page shows which part that is */
            title: string | null;
            /** @description name of the site */
            siteName: string | null;
            /** @description address that the page declares as its own; a relative one needs the address of the page */
            canonical: string | null;
            /** @description BCP 47, as in `en` or `zh-CN` */
            language: string | null;
            /** @description ISO 8601, with the precision of the page: `2027-01-31`, or with time and offset */
            publishedAt: string | null;
        };
        StoredDocument: {
            id: string;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description facts that its page states about itself; null: none is known */
            page: components["schemas"]["StoredFacts"] | null;
            /** @description what took the text of this content; null: it came as text */
            extractor: string | null;
            revision: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            storedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastSeenAt: string;
            seenCount: number;
            /**
             * Format: date-time
             * @description from when on it counts as absent; null: never
             */
            expiresAt: string | null;
            /** @description id of its cluster; null: it is in none */
            cluster: string | null;
            /** @description there only while it is claimed */
            claim?: components["schemas"]["Claim"];
            /** @description in lists, with `include=excerpt`: how the kept text begins; null: none is kept */
            excerpt?: string | null;
        };
        Cluster: {
            id: string;
            collection: string;
            /** @description members that are stored */
            size: number;
            /** @description members that are not: ids that were refused as duplicates */
            refused: number;
            /** @description id of the stored member that came first, or that a person chose */
            representative: string;
            /** @description least similarity of a member to its match; null: none is known. In clusters of more than 100 members it may be too high after one has left */
            leastSimilarity: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description when a member last came or left
             */
            updatedAt: string;
        };
        MemberMatch: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description whether this document says nothing that the match does not say */
            addsNothing: boolean;
            /** @description estimated by the sketches; null: not known */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description what this text is to the match, if at least 0.8 of a side is in the other
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
        };
        Member: {
            id: string;
            stored: boolean;
            representative: boolean;
            /** @description what it was found to match when it came; null: it was here before the others */
            match: components["schemas"]["MemberMatch"] | null;
            /** @description whether `match` is the representative as it is; true of the representative itself */
            measuredAgainstRepresentative: boolean;
        };
        PlaceInCluster: {
            id: string;
            /** @description id of the cluster */
            cluster: string;
        };
        Separation: {
            /** @description by UTF-8 bytes the first of the two */
            a: string;
            b: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description who left which cluster by it; null: nobody, as the two were in no cluster together */
            left: components["schemas"]["PlaceInCluster"] | null;
        };
        Label: {
            /** @description by UTF-8 bytes the first of the two */
            a: string;
            b: string;
            /** @enum {string} */
            label: "same" | "version" | "different";
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
        };
        BorderPair: {
            /** @description by UTF-8 bytes the first of the two */
            a: string;
            b: string;
            distance: number;
            similarity: number | null;
            /** @description whether the two match by the settings of the collection */
            match: boolean;
            /** @description whether this document says nothing that the match does not say */
            addsNothing: boolean;
        };
        ScanResult: {
            /** @description documents that were compared */
            documents: number;
            /** @description documents that are duplicates of their best match */
            duplicates: number;
            /** @description documents with another best match */
            similar: number;
            /** @description documents that took a seat in a cluster */
            seated: number;
            deleted: number;
            /** @description documents left alone, as they or their matches changed meanwhile */
            left: number;
            /** @description of a dry run: the first that were found; null in lists of jobs */
            pairs: components["schemas"]["ScanResultPair"][] | null;
            /** @description whether more were found than `pairs` lists */
            truncated: boolean;
        };
        Job: {
            id: string;
            /** @enum {string} */
            kind: "reindex" | "delete" | "scan";
            collection: string;
            /** @enum {string} */
            state: "running" | "succeeded" | "failed" | "cancelled";
            /** @description documents; `total` is null where nobody has counted them */
            progress: components["schemas"]["JobProgress"];
            /** @description documents done a second, so far or in all */
            documentsPerSecond: number;
            /** @description what a scan found; null unless one succeeded */
            result: components["schemas"]["ScanResult"] | null;
            /** @description why it failed; null unless it did */
            error: components["schemas"]["Problem"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            endedAt: string | null;
        };
        CollectionStats: {
            /** @description expired ones until they are swept */
            documents: number;
            /** @description those of deleted documents until they are swept */
            contents: number;
            /** @description of all checks but dry runs */
            decisions: components["schemas"]["CollectionStatsDecisions"];
            /**
             * Format: date-time
             * @description when the hour began in which a check decided last; null: none in 90 days
             */
            lastDecisionHour: string | null;
        };
        Recipe: {
            /** @constant */
            version: 3;
            /** @enum {string} */
            method: "simhash" | "minhash" | "hybrid";
            /** @constant */
            unicode: "16.0";
            /** @constant */
            segmenter: "jieba-2.0.3";
            hmm: boolean;
            simplify: boolean;
            lowerCase: boolean;
            minTermLength: number;
            stopWords: ("zh" | "en")[];
            /** @enum {string} */
            weighting: "none" | "tf" | "logTf" | "tfIdf" | "textRank";
            /** @enum {string} */
            unknownIdf: "median" | "mean";
            topTerms: number | null;
            /** @enum {string} */
            hash: "xxh64" | "fnv1a64" | "md5" | "sha1" | "jenkins";
            shortTextBelow: number;
            shortMinSimilarity: number | null;
            shingle: components["schemas"]["Shingle"] | null;
            sketch: components["schemas"]["Sketch"] | null;
            bands: components["schemas"]["Bands"] | null;
            /** @description index of texts inside others; null: none */
            parts?: components["schemas"]["RecipeParts"] | null;
            /** @description words for the cut, a line each: `word [frequency] [tag]`, as jieba has it */
            ownWords?: string | null;
            /** @description words that are dropped beside those of `stopWords`, a line each */
            ownStopWords?: string | null;
            /** @description the idf of `tfIdf` in the place of the built-in one, lines of `word idf` */
            ownIdf?: string | null;
            checksums: {
                [key: string]: string;
            };
        };
        Collection: {
            name: string;
            recipe: components["schemas"]["Recipe"];
            recipeId: string;
            maxDistance: number;
            minSimilarity: number;
            /** @description from which containment on parts match; null: they do not */
            minContainment: number | null;
            /**
             * @description which matches make a document a duplicate
             * @enum {string}
             */
            duplicateIf: "exact" | "addsNothing" | "similar";
            /** @description whether pages with other titles are other pages */
            compareTitles: boolean;
            /** @description time to live of the documents; null: they are kept permanently */
            ttlSeconds: number | null;
            keepText: boolean;
            /** @description how many refused ids a cluster remembers */
            keepRefused: number;
            /** @description least `family` at which a similar document is not stored; null: each is */
            keepPerFamily: number | null;
            /** @description for how many days refused pages are kept, and whether with texts; null: not */
            refusedPages: components["schemas"]["RefusedPages"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description why the collection is closed; null if it is open */
            problem: string | null;
            /** @description how likely two documents of this likeness find each other by the defaults */
            recallAt: components["schemas"]["CollectionRecallAt"] | null;
            /** @description in lists, with `include=stats` */
            stats?: components["schemas"]["CollectionStats"];
        };
        BriefCollection: {
            name: string;
            /** @enum {string} */
            method: "simhash" | "minhash" | "hybrid";
            recipeId: string;
            keepText: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description why the collection is closed; null if it is open */
            problem: string | null;
            /** @description in lists, with `include=stats` */
            stats?: components["schemas"]["CollectionStats"];
        };
        Key: {
            name: string;
            /** @description from the least to the widest */
            scopes: ("read" | "write" | "admin")[];
            /** @description the only ones that it may reach; null: all */
            collections: string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string | null;
        };
        Setting: {
            /** @description of its environment variable */
            name: string;
            /** @description as the variable would have it; of a secret `(set)`; null: it has none */
            value: string | null;
            isDefault: boolean;
            description: string;
        };
        Service: {
            version: string;
            /** @description version of Node.js */
            node: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            startedAt: string;
            uptimeSeconds: number;
            /**
             * @description `memory`: a database that keeps nothing on disk; `cassandra`: some operations do not exist
             * @enum {string}
             */
            store: "sqlite" | "memory" | "cassandra";
            /** @description whether keys are needed */
            authentication: boolean;
            /** @description the key of this request; null: none is needed */
            key: components["schemas"]["Key"] | null;
        };
        SettingList: {
            settings: components["schemas"]["Setting"][];
        };
        KeyList: {
            /** @description in the order of their listing; none: none is needed */
            keys: components["schemas"]["Key"][];
        };
        EarlierVersion: {
            distance: number;
            similarity: number | null;
        };
        Decision: {
            /** @enum {string} */
            decision: "new" | "similar" | "duplicate" | "changed" | "unchanged";
            /** @description whether this check stored the document */
            stored: boolean;
            /**
             * @description why a similar document is not stored, see keepPerFamily; null for all others
             * @enum {string|null}
             */
            reason: "familyFull" | null;
            id: string | null;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            /** @description of a page: what took its text, and its version */
            extractor?: string;
            /** @description id of the best match, if it makes the document a duplicate */
            duplicateOf: string | null;
            /** @description id of the best match, if the document is only similar to it */
            similarTo: string | null;
            /** @description ids of the documents whose place this one took, or takes when its claim is confirmed; see onDuplicate */
            replaced: string[];
            /** @description how far the earlier version of this id is; null if there was none */
            previous: components["schemas"]["EarlierVersion"] | null;
            /** @description id of the cluster of an unchanged document, or of the best match */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            truncated: boolean;
            /** @description number of stored contents that are alike, 16 at most; null: they were not counted */
            family: number | null;
            /** @description there only if the document is claimed that was stored, is unchanged, or makes this one a duplicate */
            claim?: components["schemas"]["Claim"];
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is no page */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        PassageMatch: {
            /** @description in UTF-16 code units of the text, as JavaScript counts them */
            start: number;
            /** @description exclusive */
            end: number;
            /** @description with `texts` or `explain`: at most 500 characters of it */
            text?: string;
        };
        Passage: {
            /** @description in UTF-16 code units of the text, as JavaScript counts them */
            start: number;
            /** @description exclusive */
            end: number;
            /** @description with `texts` or `explain`: at most 500 characters of it */
            text?: string;
            words: number;
            /** @description its place in the other text; null: that text is not kept */
            match: components["schemas"]["PassageMatch"] | null;
        };
        AddedDocument: {
            id: string;
            collection: string;
            /** @enum {string} */
            status: "created" | "replaced" | "unchanged";
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            /** @description of a page: what took its text, and its version */
            extractor?: string;
            revision: number;
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is no page */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        QueryResult: {
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            matches: components["schemas"]["Match"][];
            /** @description distinct contents that were compared: within the distance or with a band in common, of a family of pages a part */
            candidates: number;
            truncated: boolean;
            /** @description with `minContainment`: the share of the shingles that 256 stored texts or more are indexed by, which find nothing; of texts of fewer than some 1,000 words at least that; null: not known */
            commonShare: number | null;
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is no page */
            page?: components["schemas"]["DescribedPage"] | null;
            tookMs: number;
        };
        Comparison: {
            /** @description whether the two match by the defaults of the collection */
            match: boolean;
            exact: boolean;
            /** @description whether they match and a adds nothing to b */
            addsNothing: boolean;
            /** @description what this text says and the match does not; `longest`, `names`, `negations` and `lines` are null where neither text is at hand, and the whole where one has only a fingerprint, or where eight others are nearer */
            adds: components["schemas"]["Additions"] | null;
            /** @description whether this text says all that the match says; where it adds nothing, but for a word; null: not known */
            covers: boolean | null;
            distance: number;
            similarity: number | null;
            jaccard: number | null;
            /** @description of a in b and of b in a; counted where `setsOf` says of what, else estimated by the sketches */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description what a is to b, if at least 0.8 of a side is in the other
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /**
             * @description what `jaccard` and `containment` count
             * @enum {string|null}
             */
            setsOf: "shingles" | "terms" | null;
            cosine: number | null;
            euclidean: number | null;
            correlation: number | null;
            fingerprints: components["schemas"]["ComparisonFingerprints"];
            /** @description whether one of the two is short, so that a match needs more */
            shortText: boolean;
            /**
             * @description why something is null: of a stored document no text was kept
             * @constant
             */
            reason?: "text_not_kept";
            /** @description words with their weights; null where words are not known */
            terms?: components["schemas"]["TermsOfBoth"] | null;
            differingBits?: number[];
            /** @description for a differing bit the fewest words without which this document had the other bit */
            flips?: components["schemas"]["Flip"][];
            /** @description 16-bit blocks that agree, 0 the highest */
            equalBlocks?: number[];
            /** @description bands of the sketches that agree */
            sharedBands?: number[] | null;
            /** @description with `explain`: the texts as they were sent, piece by piece; common pieces are quoted from b */
            diff?: components["schemas"]["ComparisonDiff"][] | null;
            /** @description with `explain`: passages of a that b contains (`match`), eight words at least; null without both texts */
            passages?: components["schemas"]["Passage"][] | null;
        };
        Overlap: {
            /** @description how many words the text has */
            words: number;
            /** @description the share of these in passages of any of the documents */
            share: number;
            /** @description stretches of the text that passages cover without a gap, the longest first, at most 100, each with the documents that have most of it first */
            passages: components["schemas"]["OverlapPassage"][];
            /** @description best first */
            documents: components["schemas"]["OverlapDocument"][];
            /** @description there are more documents than were looked into */
            truncated: boolean;
            /** @description with `minContainment`: the share of the shingles that 256 stored texts or more are indexed by, which find nothing; of texts of fewer than some 1,000 words at least that; null: not known */
            commonShare: number | null;
            tookMs: number;
        };
        Fingerprint: {
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            /** @description of a page: what took its text, and its version */
            extractor?: string;
            recipe: string;
        };
        ExtractedPage: {
            /** @description without the name of the site, as far as the page shows which part that is */
            title: string | null;
            /** @description name of the site */
            siteName: string | null;
            /** @description address that the page declares as its own; a relative one needs the address of the page */
            canonical: string | null;
            /** @description BCP 47, as in `en` or `zh-CN` */
            language: string | null;
            /** @description ISO 8601, with the precision of the page: `2027-01-31`, or with time and offset */
            publishedAt: string | null;
            /** @description headings of the text, at most 50 */
            headings: string[];
            text: string;
            /** @description null where no bytes were decoded */
            charset: string | null;
            /** @enum {string|null} */
            charsetSource: "bom" | "header" | "meta" | "detected" | "default" | null;
            /** @description name and version of what took the text from a page */
            extractor: string;
        };
        Document: {
            id: string;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description facts that its page states about itself; null: none is known */
            page: components["schemas"]["StoredFacts"] | null;
            /** @description what took the text of this content; null: it came as text */
            extractor: string | null;
            revision: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            storedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            lastSeenAt: string;
            seenCount: number;
            /**
             * Format: date-time
             * @description from when on it counts as absent; null: never
             */
            expiresAt: string | null;
            /** @description id of its cluster; null: it is in none */
            cluster: string | null;
            /** @description there only while it is claimed */
            claim?: components["schemas"]["Claim"];
            /** @description with `include=text`: the kept text */
            text?: string | null;
            /**
             * @description why `text` is null
             * @constant
             */
            reason?: "text_not_kept";
            /** @description with `include=match`: what it was found to match when it came; null: nothing, or it is in no cluster */
            match?: components["schemas"]["MemberMatch"] | null;
        };
        LookupResult: {
            documents: components["schemas"]["StoredDocument"][];
            missing: string[];
            /** @description ids that were not looked for, as the documents before have 1 MiB; ask for them */
            remaining: string[];
        };
        DeletionResult: {
            deleted: string[];
            missing: string[];
        };
        ConfirmationResult: {
            /** @description stored permanently, by this request or before */
            confirmed: string[];
            /** @description absent, with other content, or claimed by another client */
            missing: string[];
        };
        DocumentPage: {
            documents: components["schemas"]["StoredDocument"][];
            nextCursor: string | null;
        };
        CollectionList: {
            /** @description with `fields=brief` the brief form of each */
            collections: (components["schemas"]["Collection"] | components["schemas"]["BriefCollection"])[];
            nextCursor: string | null;
            /** @description how many fit `search` and the key, on all pages */
            total: number;
            /** @description with `include=stats`: the sums over all of these */
            totals?: components["schemas"]["CollectionListTotals"];
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
        };
        Stats: {
            /** @description expired ones until they are swept */
            documents: number;
            /** @description those of deleted documents until they are swept */
            contents: number;
            /** @description likewise */
            fingerprints: number;
            /** @description documents that are claimed, and not confirmed yet */
            claims: number;
            /** @description size of the database files; null for one collection */
            bytes: number | null;
            /** @description of all checks but dry runs */
            decisions: components["schemas"]["StatsDecisions"];
            /** @description documents with a match by the distance of the best one, 0 to 64 */
            distances: number[];
            /** @description documents with a match by the similarity of the best one, in bins of 0.05 */
            similarities: number[];
        };
        DecisionHistory: {
            /** @constant */
            stepSeconds: 3600;
            /** @description oldest first; hours without a decision are left out */
            points: components["schemas"]["DecisionHistoryPoint"][];
        };
        ClusterPage: {
            clusters: components["schemas"]["Cluster"][];
            nextCursor: string | null;
        };
        ClusterWithMembers: {
            id: string;
            collection: string;
            /** @description members that are stored */
            size: number;
            /** @description members that are not: ids that were refused as duplicates */
            refused: number;
            /** @description id of the stored member that came first, or that a person chose */
            representative: string;
            /** @description least similarity of a member to its match; null: none is known. In clusters of more than 100 members it may be too high after one has left */
            leastSimilarity: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description when a member last came or left
             */
            updatedAt: string;
            /** @description with `include=related`: at most 20 other clusters, nearest first, that match one of the first 100 stored members */
            related?: components["schemas"]["RelatedCluster"][];
            /** @description by default stored ones first, each kind in the order of their coming */
            members: components["schemas"]["Member"][];
            nextCursor: string | null;
        };
        HostMembers: {
            /** @description null: ids that are no URLs */
            host: string | null;
            stored: number;
            refused: number;
        };
        ClusterHosts: {
            /** @description those with the most members first, at most 100 */
            hosts: components["schemas"]["HostMembers"][];
            /** @description how many hosts more there are */
            others: number;
        };
        UndoneSeparation: {
            /** @description who is back in its former seat of which cluster; null: nobody */
            restored: components["schemas"]["PlaceInCluster"] | null;
        };
        SeparationPage: {
            separations: components["schemas"]["Separation"][];
            nextCursor: string | null;
        };
        LabelPage: {
            labels: components["schemas"]["Label"][];
            nextCursor: string | null;
        };
        BorderPairs: {
            /** @description those nearest to the middle of what is uncertain first; none: nothing to ask */
            pairs: components["schemas"]["BorderPair"][];
        };
        ThresholdRecommendation: {
            /**
             * @description which setting is recommended
             * @enum {string}
             */
            setting: "minSimilarity" | "maxDistance";
            /** @description what the collection has now */
            threshold: number;
            /** @description null: fewer than five labels, or none of pairs that are different, or alike */
            recommended: components["schemas"]["ThresholdRecommendationRecommended"] | null;
            /** @description that were used */
            labels: components["schemas"]["ThresholdRecommendationLabels"];
            /** @description labels of pairs with a short text or without a sketch: other thresholds count */
            ignored: number;
        };
        Backup: {
            /** @description file name of the copy in NEARDUP_BACKUP_DIR */
            name: string;
            bytes: number;
            tookMs: number;
        };
        Health: {
            /** @constant */
            status: "ok";
            version: string;
        };
        Readiness: {
            /** @constant */
            status: "ready";
            checks: components["schemas"]["ReadinessChecks"];
        };
        BulkAdded: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "added";
            line: number;
            /** @description always true */
            ok: boolean;
            id: string;
            collection: string;
            /** @enum {string} */
            status: "created" | "replaced" | "unchanged";
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            /** @description of a page: what took its text, and its version */
            extractor?: string;
            revision: number;
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is no page */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        BulkChecked: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "checked";
            line: number;
            /** @description always true */
            ok: boolean;
            /** @enum {string} */
            decision: "new" | "similar" | "duplicate" | "changed" | "unchanged";
            /** @description whether this check stored the document */
            stored: boolean;
            /**
             * @description why a similar document is not stored, see keepPerFamily; null for all others
             * @enum {string|null}
             */
            reason: "familyFull" | null;
            id: string | null;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether there is too little text to be sure */
            shortText: boolean;
            /** @description of a page: what took its text, and its version */
            extractor?: string;
            /** @description id of the best match, if it makes the document a duplicate */
            duplicateOf: string | null;
            /** @description id of the best match, if the document is only similar to it */
            similarTo: string | null;
            /** @description ids of the documents whose place this one took, or takes when its claim is confirmed; see onDuplicate */
            replaced: string[];
            /** @description how far the earlier version of this id is; null if there was none */
            previous: components["schemas"]["EarlierVersion"] | null;
            /** @description id of the cluster of an unchanged document, or of the best match */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            truncated: boolean;
            /** @description number of stored contents that are alike, 16 at most; null: they were not counted */
            family: number | null;
            /** @description there only if the document is claimed that was stored, is unchanged, or makes this one a duplicate */
            claim?: components["schemas"]["Claim"];
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is no page */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        BulkFailed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "failed";
            line: number;
            /** @description always false */
            ok: boolean;
            error: components["schemas"]["Problem"];
        };
        BulkSummary: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "summary";
            summary: components["schemas"]["BulkSummarySummary"];
            /** @description why lines after `total` were not read */
            error?: components["schemas"]["Problem"];
        };
        BulkLine: components["schemas"]["BulkAdded"] | components["schemas"]["BulkChecked"] | components["schemas"]["BulkFailed"] | components["schemas"]["BulkSummary"];
        PresentRates: {
            /** @description mean over the last ten seconds, of the collection if one is named */
            checksPerSecond: number;
            /** @description mean over the last ten seconds, of the whole service */
            requestsPerSecond: number;
            /** @description of the requests of the last minute, to within 5 %; null: there was none */
            p50Ms: number | null;
            /** @description of the requests of the last minute, to within 5 %; null: there was none */
            p99Ms: number | null;
            /** @description requests of the last minute that failed by the fault of the service */
            errorsPerMinute: number;
            /** @description requests of the last minute that were refused as too many: 429 or 503 */
            throttledPerMinute: number;
        };
        MinuteOfDecisions: {
            /**
             * Format: date-time
             * @description when the minute began
             */
            at: string;
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        HostDecisions: {
            /** @description null: ids that are no URLs */
            host: string | null;
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        RecentActivity: {
            /** @description the last 60, oldest first; minutes without a decision are left out */
            minutes: components["schemas"]["MinuteOfDecisions"][];
            now: components["schemas"]["PresentRates"];
            /** @description the 50 with the most decisions of the last hour at most, most first */
            hosts: components["schemas"]["HostDecisions"][];
        };
        RecipeChoiceParts: {
            /** @description number of words in a shingle */
            words?: number;
            /** @description of a long text one in n shingles is indexed */
            oneIn?: number;
            /** @description least number of indexed shingles of a text, unless it has fewer */
            least?: number;
        };
        Feature: {
            term: string;
            weight: number;
        };
        ScanResultPair: {
            id: string;
            duplicateOf: string | null;
            similarTo: string | null;
            /** @description null: not known, as with `simhash` */
            similarity: number | null;
            /** @description bits that differ; null: not known */
            distance: number | null;
        };
        JobProgress: {
            done: number;
            total: number | null;
        };
        CollectionStatsDecisions: {
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        RecipeParts: {
            /** @description number of words in a shingle */
            words: number;
            /** @description of a long text one in n shingles is indexed */
            oneIn: number;
            /** @description least number of indexed shingles of a text, unless it has fewer */
            least: number;
        };
        CollectionRecallAtPoint: {
            value: number;
            recall: number;
        };
        CollectionRecallAt: {
            /** @enum {string} */
            measure: "jaccard" | "cosine";
            points: components["schemas"]["CollectionRecallAtPoint"][];
        };
        ComparisonFingerprints: {
            /** @description 64 bits as 16 lower-case hex digits */
            a: string;
            /** @description 64 bits as 16 lower-case hex digits */
            b: string;
        };
        ComparisonDiff: {
            /** @enum {string} */
            in: "both" | "a" | "b";
            text: string;
        };
        OverlapPassage: {
            /** @description in UTF-16 code units of the text, as JavaScript counts them */
            start: number;
            /** @description exclusive */
            end: number;
            /** @description with `texts` or `explain`: at most 500 characters of it */
            text?: string;
            words: number;
            /** @description ids */
            documents: string[];
        };
        OverlapDocument: {
            id: string;
            /** @description of the words of the text */
            share: number;
            /** @description false: its text is not kept, and passages were found by a sample of it */
            exact: boolean;
            similarity: number | null;
            /** @description estimated by the sketches; null: not known */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description what this text is to the match, if at least 0.8 of a side is in the other
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /** @description in the order of the text; of more than 100 the longest */
            passages: components["schemas"]["Passage"][];
        };
        CollectionListTotals: {
            documents: number;
            contents: number;
        };
        StatsDecisions: {
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        DecisionHistoryPoint: {
            /**
             * Format: date-time
             * @description when the hour began
             */
            at: string;
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        ThresholdRecommendationRecommendedInterval: {
            low: number;
            high: number;
        };
        ThresholdRecommendationRecommended: {
            threshold: number;
            /** @description where the threshold lies with a probability of 95 % */
            interval: components["schemas"]["ThresholdRecommendationRecommendedInterval"];
            /** @description about how many more labels the interval takes to be 0.1 wide; 0: none */
            answersNeeded: number;
        };
        ThresholdRecommendationLabels: {
            same: number;
            version: number;
            different: number;
        };
        ReadinessChecks: {
            /** @constant */
            store: "ok";
            /** @constant */
            signing: "ok";
        };
        BulkSummarySummary: {
            total: number;
            ok: number;
            failed: number;
            created: number;
            replaced: number;
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
            tookMs: number;
        };
        CheckRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
            /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description title of the page; replaces the one found in it */
            title?: string | null;
            /** @description adds `page`: facts that the page states about itself; in a query string `include=page` */
            include?: "page"[] | null;
            /** @description for how long it is kept, if not as the collection says */
            ttlSeconds?: number | null;
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page, of which the main text is taken */
            html?: string | null;
            /** @description words and weights of an analysis of your own */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that `fingerprint` was made with */
            recipe?: string | null;
            /** @description name and version of what took the text that `fingerprint` was made of */
            extractor?: string | null;
            /**
             * @description which matches make a document a duplicate: exact ones, also those to which it adds nothing, or all
             * @enum {string|null}
             */
            duplicateIf?: "exact" | "addsNothing" | "similar" | null;
            /**
             * @description what becomes of a duplicate: it is skipped, stored, or takes the place of the documents that it covers; skip by default
             * @enum {string|null}
             */
            onDuplicate?: "skip" | "store" | "replace" | null;
            /**
             * @description what becomes of other content of a stored id: it is stored, or the former version is kept if it is a duplicate of another document; store by default
             * @enum {string|null}
             */
            onChange?: "store" | "keep" | null;
            /**
             * @description what becomes of documents that a stored one covers, though it adds something; keep by default
             * @enum {string|null}
             */
            onCovered?: "keep" | "replace" | null;
            /**
             * @description decides only, and stores nothing
             * @default false
             */
            dryRun?: boolean | null;
            /** @description a stored document expires after this time unless it is confirmed */
            claimSeconds?: number | null;
            /** @description who claims it, under a name that survives a restart; by default the key */
            claimant?: string | null;
            /** @description largest Hamming distance of a match */
            maxDistance?: number | null;
            /** @description least similarity of a match, where both sides have a sketch */
            minSimilarity?: number | null;
            /** @description with parts: least containment of either text in the other; null: none matches by parts */
            minContainment?: number | null;
            /** @description how many matches are listed */
            limit?: number | null;
        };
        QueryRequest: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page, of which the main text is taken */
            html?: string | null;
            /** @description words and weights of an analysis of your own */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that `fingerprint` was made with */
            recipe?: string | null;
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
            /** @description largest Hamming distance of a match */
            maxDistance?: number | null;
            /** @description least similarity of a match, where both sides have a sketch */
            minSimilarity?: number | null;
            /** @description with parts: least containment of either text in the other; null: none matches by parts */
            minContainment?: number | null;
            /** @description how many matches are listed */
            limit?: number | null;
            /**
             * @description why each match is one; with a limit of at most 50
             * @default false
             */
            explain?: boolean | null;
            /** @description adds `page`: facts that the page states about itself; in a query string `include=page` */
            include?: "page"[] | null;
        };
        OverlapRequest: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page, of which the main text is taken */
            html?: string | null;
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
            /**
             * @description least containment of either text in the other, for a document to be looked into
             * @default 0.05
             */
            minContainment?: number | null;
            /**
             * @description how many words a passage has at least
             * @default 8
             */
            minWords?: number | null;
            /**
             * @description how many documents are looked into, best first
             * @default 10
             */
            limit?: number | null;
            /**
             * @description also give the first 500 characters of each passage
             * @default false
             */
            texts?: boolean | null;
        };
        FingerprintRequest: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page, of which the main text is taken */
            html?: string | null;
            /** @description words and weights of an analysis of your own */
            features?: components["schemas"]["Feature"][] | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        ExtractRequest: {
            /** @description HTML of the page, of which the main text is taken */
            html: string;
            /** @description address of the page: resolves relative ones, and names its host */
            url?: string | null;
        };
        AddDocumentRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
            /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description title of the page; replaces the one found in it */
            title?: string | null;
            /** @description adds `page`: facts that the page states about itself; in a query string `include=page` */
            include?: "page"[] | null;
            /** @description for how long it is kept, if not as the collection says */
            ttlSeconds?: number | null;
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page, of which the main text is taken */
            html?: string | null;
            /** @description words and weights of an analysis of your own */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that `fingerprint` was made with */
            recipe?: string | null;
            /** @description name and version of what took the text that `fingerprint` was made of */
            extractor?: string | null;
        };
        CompareRequest: {
            a: components["schemas"]["Side"];
            b: components["schemas"]["Side"];
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
            /**
             * @description also give terms, bits and the difference
             * @default false
             */
            explain?: boolean | null;
        };
        LookupDocumentsRequest: {
            ids: string[];
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
            include?: "excerpt"[] | null;
        };
        ConfirmDocumentsRequest: {
            /** @description documents with the content that was written */
            documents: components["schemas"]["ConfirmedDocument"][];
            /** @description who claimed them; by default the key */
            claimant?: string | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        DeleteDocumentsRequest: {
            ids?: string[] | null;
            /** @description what the ids begin with, such as the address of a site */
            idPrefix?: string | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        SetRepresentativeRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            id: string;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        SeparateDocumentsRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            a: string;
            /** @description 1 to 2,048 characters, often the URL of the page */
            b: string;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        LabelPairRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            a: string;
            /** @description 1 to 2,048 characters, often the URL of the page */
            b: string;
            /**
             * @description what the two are: `version` is another state of one page
             * @enum {string}
             */
            label: "same" | "version" | "different";
            /**
             * @description with `different`: also declare them separate, for all later checks
             * @default false
             */
            separate?: boolean | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        CreateCollectionRequest: {
            name: string;
            recipe?: components["schemas"]["RecipeChoice"] | null;
            /** @description largest Hamming distance of a match */
            maxDistance?: number | null;
            /** @description least similarity of a match, where both sides have a sketch */
            minSimilarity?: number | null;
            /**
             * @description which matches make a document a duplicate: exact ones, also those to which it adds nothing, or all
             * @enum {string|null}
             */
            duplicateIf?: "exact" | "addsNothing" | "similar" | null;
            /** @description whether pages with other titles are other pages: each title has a word that the other lacks, site names taken off; true by default */
            compareTitles?: boolean | null;
            /** @description whether texts are kept, for evidence and for reindexing */
            keepText?: boolean | null;
            /** @description how many refused ids a cluster remembers, 100 by default; 0: none */
            keepRefused?: number | null;
            /** @description with parts: least containment of either text in the other; null: none matches by parts */
            minContainment?: number | null;
            /** @description time to live of documents that name none; null: they are kept permanently */
            ttlSeconds?: number | null;
            /** @description least `family` at which a document that is only similar is not stored; null: each is stored */
            keepPerFamily?: number | null;
            /** @description keeps the signatures of refused pages, so that a refusal can be compared and undone; null: they are not kept */
            refusedPages?: components["schemas"]["RefusedPagesSetting"] | null;
        };
        UpdateCollectionRequest: {
            /** @description largest Hamming distance of a match */
            maxDistance?: number;
            /** @description least similarity of a match, where both sides have a sketch */
            minSimilarity?: number;
            /**
             * @description which matches make a document a duplicate: exact ones, also those to which it adds nothing, or all
             * @enum {string}
             */
            duplicateIf?: "exact" | "addsNothing" | "similar";
            /** @description whether pages with other titles are other pages: each title has a word that the other lacks, site names taken off; true by default */
            compareTitles?: boolean;
            /** @description whether texts are kept, for evidence and for reindexing */
            keepText?: boolean;
            /** @description how many refused ids a cluster remembers, 100 by default; 0: none */
            keepRefused?: number;
            /** @description with parts: least containment of either text in the other; null: none matches by parts */
            minContainment?: number | null;
            /** @description time to live of documents that name none; null: they are kept permanently */
            ttlSeconds?: number | null;
            /** @description least `family` at which a document that is only similar is not stored; null: each is stored */
            keepPerFamily?: number | null;
            /** @description keeps the signatures of refused pages, so that a refusal can be compared and undone; null: they are not kept */
            refusedPages?: components["schemas"]["RefusedPagesSetting"] | null;
            /** @description is refused: a recipe never changes */
            recipe?: unknown;
        };
        ReindexCollectionRequest: {
            recipe: components["schemas"]["RecipeChoice"];
        };
        ScanCollectionRequest: {
            /** @description whether documents go that are duplicates of one that stays; by default none goes */
            deleteDuplicates?: boolean | null;
            /** @description whether it only tells what it would do */
            dryRun?: boolean | null;
        };
        BackupRequest: {
            /** @description file name of the copy in NEARDUP_BACKUP_DIR; made of the time by default */
            name?: string | null;
        };
        ConfirmedDocument: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            id: string;
            /** @description `claim.contentHash` of the decision */
            contentHash: string;
        };
        EarlierDecision: {
            /**
             * Format: int64
             * @description in GET /decisions
             */
            number: number;
            decision: string;
            /** @description id of the document that it matched or that replaced it */
            match: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
        };
        LoggedAdditions: {
            /** @description whether all of this counts as nothing */
            nothing: boolean;
            /** @description new words; between two stored documents without texts, new pairs of words */
            words: number;
            /** @description their share of the text */
            share: number;
            /** @description words of the longest new passage */
            longest: number | null;
            /** @description new numbers, and numbers between other words than before */
            numbers: number;
            /** @description new names */
            names: number | null;
            /** @description negations that only one of the two has, or that stand beside something new */
            negations: number | null;
            /** @description whole lines or sentences that are new, but for those at the start and end */
            lines: number | null;
            /** @description whether the title is another: each has a word that the other lacks; null: one of the two has none */
            title: boolean | null;
        };
        LoggedDecision: {
            /**
             * Format: int64
             * @description its position in the log: greater ones are later
             */
            number: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
            /** @description null: the check named none */
            id: string | null;
            /**
             * @description `replaced`: the document was replaced by the match; otherwise as a check returns it
             * @enum {string}
             */
            decision: "duplicate" | "similar" | "changed" | "replaced";
            /** @description id of the best match, or of the document that replaced this one; null of `changed`, and if the match was taken down */
            match: string | null;
            stored: boolean;
            /** @enum {string|null} */
            reason: "familyFull" | null;
            /** @description to the match; of `changed` to the version before */
            similarity: number | null;
            /** @description to the match; of `changed` to the version before */
            distance: number | null;
            exact: boolean;
            /** @description what the page says and its match does not; null: not known */
            adds: components["schemas"]["LoggedAdditions"] | null;
            /** @description how certain it is that nothing was lost: 1 for an equal text, otherwise the similarity less the new share of the page and a tenth for each new number, name or negation; null: the page was stored, or replaced */
            certainty: number | null;
            /**
             * @description what a person said of the refusal; null: nobody has judged it
             * @enum {string|null}
             */
            verdict: "right" | "wrong" | null;
            /** @description whether its signature is kept, so that it can be compared, and stored after all */
            kept: boolean;
            /** @description the first 80 characters of it; null: none is known */
            title: string | null;
        };
        DecisionPage: {
            decisions: components["schemas"]["LoggedDecision"][];
            nextCursor: string | null;
        };
        RefusedPagesSetting: {
            /** @description days for which they are kept, at most as long as the log */
            days: number;
            /**
             * @description whether their texts are kept as well; always so with `keepText`
             * @default false
             */
            texts?: boolean | null;
        };
        RefusedPages: {
            days: number;
            texts: boolean;
        };
        StoredRefusedPage: {
            id: string;
            collection: string;
            /**
             * @description `unchanged`: this content is stored under the id already
             * @enum {string}
             */
            status: "created" | "replaced" | "unchanged";
            revision: number;
            /** @description the match, from which the document is separate now; null: it is not stored */
            separatedFrom: string | null;
        };
        StoreRefusedPageRequest: {
            /**
             * @description relation of the page to its match; different by default
             * @enum {string|null}
             */
            label?: "different" | "version" | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        JudgeDecisionRequest: {
            /**
             * @description null withdraws it; a wrong refusal is recorded by storing its page
             * @enum {string|null}
             */
            verdict: "right" | null;
            /**
             * @description unless the path names the collection
             * @default default
             */
            collection?: string | null;
        };
        RelatedCluster: {
            /** @description id of the other cluster */
            id: string;
            /** @description id of the member of this cluster */
            member: string;
            /** @description the document of the other cluster that is nearest to it */
            match: components["schemas"]["RelatedClusterMatch"];
        };
        RelatedClusterMatch: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    check: {
        parameters: {
            query?: {
                /** @description 1 to 2,048 characters, often the URL of the page; only where the body is a page */
                id?: string;
                /** @description unless the path names the collection; only where the body is a page; by default default */
                collection?: string;
                /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches; only where the body is a page */
                metadata?: string;
                /** @description title of the page; replaces the one found in it; only where the body is a page */
                title?: string;
                /** @description adds `page`: facts that the page states about itself; in a query string `include=page`; only where the body is a page */
                include?: "page"[];
                /** @description for how long it is kept, if not as the collection says; only where the body is a page */
                ttlSeconds?: number;
                /** @description which matches make a document a duplicate: exact ones, also those to which it adds nothing, or all; only where the body is a page */
                duplicateIf?: "exact" | "addsNothing" | "similar";
                /** @description what becomes of a duplicate: it is skipped, stored, or takes the place of the documents that it covers; skip by default; only where the body is a page */
                onDuplicate?: "skip" | "store" | "replace";
                /** @description what becomes of other content of a stored id: it is stored, or the former version is kept if it is a duplicate of another document; store by default; only where the body is a page */
                onChange?: "store" | "keep";
                /** @description what becomes of documents that a stored one covers, though it adds something; keep by default; only where the body is a page */
                onCovered?: "keep" | "replace";
                /** @description decides only, and stores nothing; only where the body is a page; by default false */
                dryRun?: boolean;
                /** @description a stored document expires after this time unless it is confirmed; only where the body is a page */
                claimSeconds?: number;
                /** @description who claims it, under a name that survives a restart; by default the key; only where the body is a page */
                claimant?: string;
                /** @description largest Hamming distance of a match; only where the body is a page */
                maxDistance?: number;
                /** @description least similarity of a match, where both sides have a sketch; only where the body is a page */
                minSimilarity?: number;
                /** @description with parts: least containment of either text in the other; null: none matches by parts; only where the body is a page */
                minContainment?: number | null;
                /** @description how many matches are listed; only where the body is a page */
                limit?: number;
            };
            header?: {
                /** @description chosen by the client: repeated with the same request within 24 hours, it gives the first reply again, with `Idempotency-Replayed: true` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "https://example.com/tea",
                 *       "text": "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high.",
                 *       "metadata": {
                 *         "title": "Tea"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CheckRequest"];
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "text/markdown": string;
                "application/rss+xml": string;
                "application/atom+xml": string;
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Decided; no document was created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description Decided, and a document was created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
        };
    };
    query: {
        parameters: {
            query?: {
                /** @description unless the path names the collection; only where the body is a page; by default default */
                collection?: string;
                /** @description largest Hamming distance of a match; only where the body is a page */
                maxDistance?: number;
                /** @description least similarity of a match, where both sides have a sketch; only where the body is a page */
                minSimilarity?: number;
                /** @description with parts: least containment of either text in the other; null: none matches by parts; only where the body is a page */
                minContainment?: number | null;
                /** @description how many matches are listed; only where the body is a page */
                limit?: number;
                /** @description why each match is one; with a limit of at most 50; only where the body is a page; by default false */
                explain?: boolean;
                /** @description adds `page`: facts that the page states about itself; in a query string `include=page`; only where the body is a page */
                include?: "page"[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high.",
                 *       "explain": true
                 *     }
                 */
                "application/json": components["schemas"]["QueryRequest"];
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "text/markdown": string;
                "application/rss+xml": string;
                "application/atom+xml": string;
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The matches, best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResult"];
                };
            };
        };
    };
    overlap: {
        parameters: {
            query?: {
                /** @description unless the path names the collection; only where the body is a page; by default default */
                collection?: string;
                /** @description least containment of either text in the other, for a document to be looked into; only where the body is a page; by default 0.05 */
                minContainment?: number | null;
                /** @description how many words a passage has at least; only where the body is a page; by default 8 */
                minWords?: number;
                /** @description how many documents are looked into, best first; only where the body is a page; by default 10 */
                limit?: number;
                /** @description also give the first 500 characters of each passage; only where the body is a page; by default false */
                texts?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high.",
                 *       "collection": "articles"
                 *     }
                 */
                "application/json": components["schemas"]["OverlapRequest"];
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "text/markdown": string;
                "application/rss+xml": string;
                "application/atom+xml": string;
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Passages in common with stored documents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overlap"];
                };
            };
        };
    };
    fingerprint: {
        parameters: {
            query?: {
                /** @description unless the path names the collection; only where the body is a page; by default default */
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high."
                 *     }
                 */
                "application/json": components["schemas"]["FingerprintRequest"];
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "text/markdown": string;
                "application/rss+xml": string;
                "application/atom+xml": string;
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The fingerprint and the recipe that made it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fingerprint"];
                };
            };
        };
    };
    extract: {
        parameters: {
            query?: {
                /** @description address of the page: resolves relative ones, and names its host; only where the body is a page */
                url?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "html": "<html><title>Tea</title><body><p>The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high.</p></body></html>"
                 *     }
                 */
                "application/json": components["schemas"]["ExtractRequest"];
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "text/markdown": string;
                "application/rss+xml": string;
                "application/atom+xml": string;
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The text that a check of this page would compare */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractedPage"];
                };
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /**
                 * @description what the ids begin with, such as the address of a site
                 * @example https://example.
                 */
                idPrefix?: string;
                /** @description only members of this cluster, as they came */
                cluster?: string;
                /** @description `newest`: by their coming into the collection, the last that came first */
                order?: "id" | "newest";
                /** @description with `order=newest`: only what was first stored then or later */
                storedAfter?: string;
                /** @description with `order=newest`: only what was first stored before */
                storedBefore?: string;
                /** @description with `order=newest`: only documents whose id or title contains it; the case of letters from a to z does not count */
                search?: string;
                /** @description with `order=newest`: only members of clusters, documents that are only similar to their match, with an earlier version, with a short text, or claimed */
                only?: "clustered" | "similar" | "changed" | "short" | "claimed";
                /** @description also give the first 240 characters of each kept text */
                include?: "excerpt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; `nextCursor` is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    addDocument: {
        parameters: {
            query?: {
                /** @description 1 to 2,048 characters, often the URL of the page; only where the body is a page */
                id?: string;
                /** @description unless the path names the collection; only where the body is a page; by default default */
                collection?: string;
                /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches; only where the body is a page */
                metadata?: string;
                /** @description title of the page; replaces the one found in it; only where the body is a page */
                title?: string;
                /** @description adds `page`: facts that the page states about itself; in a query string `include=page`; only where the body is a page */
                include?: "page"[];
                /** @description for how long it is kept, if not as the collection says; only where the body is a page */
                ttlSeconds?: number;
            };
            header?: {
                /** @description chosen by the client: repeated with the same request within 24 hours, it gives the first reply again, with `Idempotency-Replayed: true` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "https://example.org/tea",
                 *       "text": "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high. The tea is dried on the same day."
                 *     }
                 */
                "application/json": components["schemas"]["AddDocumentRequest"];
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "text/markdown": string;
                "application/rss+xml": string;
                "application/atom+xml": string;
                "application/xml": string;
                "text/xml": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description An earlier version was replaced, or nothing changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDocument"];
                };
            };
            /** @description The document was created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedDocument"];
                };
            };
        };
    };
    compare: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "a": {
                 *         "id": "https://example.com/tea"
                 *       },
                 *       "b": {
                 *         "text": "The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high."
                 *       },
                 *       "explain": true
                 *     }
                 */
                "application/json": components["schemas"]["CompareRequest"];
            };
        };
        responses: {
            /** @description How alike the two are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: {
                collection?: string;
                /** @description also give the kept text, or what the document was found to match when it came */
                include?: "text" | "match" | "text,match" | "match,text";
            };
            header?: {
                /** @description the `ETag` of the revision that the client has: of that one nothing is sent */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description 1 to 2,048 characters, often the URL of the page
                 * @example https://example.com/tea
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The document is still at the revision of If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteDocument: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: {
                /** @description the `ETag` of the revision that is to be deleted: another one is left alone */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description 1 to 2,048 characters, often the URL of the page
                 * @example https://example.org/tea
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    lookupDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "https://example.com/tea",
                 *         "https://example.org/tea"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LookupDocumentsRequest"];
            };
        };
        responses: {
            /** @description The documents in the order of the ids, and what is absent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LookupResult"];
                };
            };
        };
    };
    confirmDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "documents": [
                 *         {
                 *           "id": "https://example.com/tea",
                 *           "contentHash": "00000000000000000000000000000000"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmDocumentsRequest"];
            };
        };
        responses: {
            /** @description Documents that are stored permanently, and those that are not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationResult"];
                };
            };
        };
    };
    deleteDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description chosen by the client: repeated with the same request within 24 hours, it gives the first reply again, with `Idempotency-Replayed: true` */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "https://example.com/tea"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DeleteDocumentsRequest"];
            };
        };
        responses: {
            /** @description With `ids`: what was deleted, and what was absent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResult"];
                };
            };
            /** @description With `idPrefix`: the job that does it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    bulk: {
        parameters: {
            query?: {
                /**
                 * @description whether a line is what POST /documents takes, or POST /check
                 * @example check
                 */
                mode?: "add" | "check";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description NDJSON: a document a line, at most as long as another request body */
        requestBody: {
            content: {
                /**
                 * @example {"id":"https://example.com/tea","text":"The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high."}
                 *     {"id":"https://example.org/tea","text":"The pickers go up before dawn with baskets on their backs, take one bud and one leaf, and come down before the sun is high."}
                 */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description NDJSON: a result a line, in their order, each after its commit; then a summary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    listClusters: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description least number of members, refused ones counted; above 2 only in the order members */
                minSize?: number;
                /** @description the most members first, or the least similar member first; similarity lists only clusters in which one is known */
                order?: "members" | "similarity";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; `nextCursor` is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterPage"];
                };
            };
        };
    };
    getCluster: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /** @description the order of the members; by seat, stored ones come first */
                order?: "seat" | "similarity" | "time";
                /** @description with `similarity` or `time`, by default `descending`: most similar or newest first */
                direction?: "ascending" | "descending";
                /** @description only members whose id is a URL of this host; empty: whose id is no URL */
                host?: string;
                /** @description also list other clusters with documents that match a member */
                include?: "related";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cluster with one page of its members */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterWithMembers"];
                };
            };
        };
    };
    setRepresentative: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "https://example.com/tea"
                 *     }
                 */
                "application/json": components["schemas"]["SetRepresentativeRequest"];
            };
        };
        responses: {
            /** @description The cluster */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cluster"];
                };
            };
        };
    };
    listClusterHosts: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hosts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClusterHosts"];
                };
            };
        };
    };
    listSeparations: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; `nextCursor` is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeparationPage"];
                };
            };
        };
    };
    separateDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "a": "https://example.com/tea",
                 *       "b": "https://example.org/tea"
                 *     }
                 */
                "application/json": components["schemas"]["SeparateDocumentsRequest"];
            };
        };
        responses: {
            /** @description It is remembered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Separation"];
                };
            };
        };
    };
    deleteSeparation: {
        parameters: {
            query: {
                /**
                 * @description 1 to 2,048 characters, often the URL of the page
                 * @example https://example.com/tea
                 */
                a: string;
                /**
                 * @description 1 to 2,048 characters, often the URL of the page
                 * @example https://example.org/tea
                 */
                b: string;
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneSeparation"];
                };
            };
        };
    };
    listLabels: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; `nextCursor` is null on the last */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelPage"];
                };
            };
        };
    };
    labelPair: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "a": "https://example.com/tea",
                 *       "b": "https://example.org/tea",
                 *       "label": "same"
                 *     }
                 */
                "application/json": components["schemas"]["LabelPairRequest"];
            };
        };
        responses: {
            /** @description It is kept, in the place of what was said before */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteLabel: {
        parameters: {
            query: {
                /**
                 * @description 1 to 2,048 characters, often the URL of the page
                 * @example https://example.com/tea
                 */
                a: string;
                /**
                 * @description 1 to 2,048 characters, often the URL of the page
                 * @example https://example.org/tea
                 */
                b: string;
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is forgotten */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    border: {
        parameters: {
            query?: {
                collection?: string;
                /** @description how many pairs at most */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs; a new sample each time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BorderPairs"];
                };
            };
        };
    };
    recommendation: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The threshold, with an interval */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThresholdRecommendation"];
                };
            };
        };
    };
    listDecisions: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                limit?: number;
                /**
                 * @description only decisions about this id
                 * @example https://example.org/tea
                 */
                id?: string;
                /** @description what the ids begin with, such as the address of a site */
                idPrefix?: string;
                /** @description only ids that are URLs of this host, with the port if they name one */
                host?: string;
                /** @description only this decision */
                decision?: "duplicate" | "similar" | "changed" | "replaced";
                /** @description `familyFull`: only similar pages that were refused because of `keepPerFamily` */
                reason?: "familyFull";
                /** @description only decisions with this verdict; `none`: those without one */
                verdict?: "right" | "wrong" | "none";
                /** @description only decisions at this time or later */
                since?: string;
                /** @description only decisions before this time */
                until?: string;
                /** @description least similarity to the match */
                minSimilarity?: number;
                /** @description greatest similarity to the match */
                maxSimilarity?: number;
                /** @description `certainty`: only pages that were refused, the least certain first */
                order?: "newest" | "certainty";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page; `nextCursor` is null on the last. As NDJSON, which is asked for by `Accept`, a decision a line, and the cursor in the header `Next-Cursor`, absent on the last page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionPage"];
                    "application/x-ndjson": string;
                };
            };
        };
    };
    storeRefusedPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "version"
                 *     }
                 */
                "application/json": components["schemas"]["StoreRefusedPageRequest"];
            };
        };
        responses: {
            /** @description The page is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredRefusedPage"];
                };
            };
        };
    };
    removeRefusedPage: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: never;
            path: {
                number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page is no longer stored */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    judgeDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "verdict": "right"
                 *     }
                 */
                "application/json": components["schemas"]["JudgeDecisionRequest"];
            };
        };
        responses: {
            /** @description Recorded */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCollections: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description part of a name */
                search?: string;
                /** @description `lastDecision`: by the hour in which a check decided last */
                order?: "name" | "documents" | "created" | "lastDecision";
                direction?: "ascending" | "descending";
                /** @description also count documents, contents and decisions */
                include?: "stats";
                /** @description only the name and few fields */
                fields?: "brief";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collections with their recipes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionList"];
                };
            };
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "articles",
                 *       "keepText": true,
                 *       "recipe": {
                 *         "parts": {}
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateCollectionRequest"];
            };
        };
        responses: {
            /** @description The collection with its whole recipe */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example articles */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    deleteCollection: {
        parameters: {
            query: {
                /**
                 * @description the name of the collection once more
                 * @example articles
                 */
                confirm: string;
            };
            header?: never;
            path: {
                /** @example articles */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example articles */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "minSimilarity": 0.8
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCollectionRequest"];
            };
        };
        responses: {
            /** @description The collection as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
        };
    };
    reindexCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example articles */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipe": {
                 *         "hmm": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReindexCollectionRequest"];
            };
        };
        responses: {
            /** @description The job that does it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    scanCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example articles */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dryRun": true
                 *     }
                 */
                "application/json": components["schemas"]["ScanCollectionRequest"];
            };
        };
        responses: {
            /** @description The job that does it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobList"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, which ends soon if it has not ended */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    backup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["BackupRequest"];
            };
        };
        responses: {
            /** @description The copy is complete and on disk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backup"];
                };
            };
        };
    };
    stats: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
        };
    };
    history: {
        parameters: {
            query?: {
                collection?: string;
                /** @example 24 */
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionHistory"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Figures in Prometheus' text format */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They can */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Readiness"];
                };
            };
        };
    };
    recent: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentActivity"];
                };
            };
        };
    };
    service: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Service"];
                };
            };
        };
    };
    settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, in the order of the documentation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingList"];
                };
            };
        };
    };
    keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
        };
    };
    events: {
        parameters: {
            query?: {
                collection?: string;
                /**
                 * @description only these decisions, with commas between them, as in `duplicate,similar`
                 * @example duplicate,similar
                 */
                decision?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `decision`, and as the last one `end` with the reason: `too_slow`, `shutting_down` or `unauthorized` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
}
