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
         * Decide whether a document is already stored, and store it if not, in one atomic step
         * @description Short form of POST /collections/{name}/check, for the collection `default` or the collection named by `collection`.
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
         * Find near-duplicates of a text, a page or a stored document
         * @description Short form of POST /collections/{name}/query, for the collection `default` or the collection named by `collection`.
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
         * Find the passages that a text has in common with stored documents
         * @description Short form of POST /collections/{name}/overlap, for the collection `default` or the collection named by `collection`.
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
         * @description Short form of POST /collections/{name}/fingerprint, for the collection `default` or the collection named by `collection`.
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
         * Extract the text of a page; nothing is stored
         * @description Returns the main text of a page as the other operations would read it, and the facts that the page states about itself.
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
         * List documents by id, or newest first, or those of a cluster
         * @description Short form of GET /collections/{name}/documents, for the collection `default` or the collection named by `collection`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Store a document, whatever it resembles
         * @description Short form of POST /collections/{name}/documents, for the collection `default` or the collection named by `collection`.
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
         * Compare two texts, pages or stored documents by every measure
         * @description Short form of POST /collections/{name}/compare, for the collection `default` or the collection named by `collection`.
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
         * Get a stored document
         * @description Short form of GET /collections/{name}/documents/{id}, for the collection `default` or the collection named by `collection`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description Short form of DELETE /collections/{name}/documents/{id}, for the collection `default` or the collection named by `collection`.
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
         * Get many documents; ids that are URLs need no encoding
         * @description Short form of POST /collections/{name}/documents/lookup, for the collection `default` or the collection named by `collection`.
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
         * Confirm claimed documents whose pages are written
         * @description Short form of POST /collections/{name}/documents/confirm, for the collection `default` or the collection named by `collection`.
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
         * Delete many documents: by ids in one step, or by a common prefix as a job
         * @description Short form of POST /collections/{name}/documents/delete, for the collection `default` or the collection named by `collection`.
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
         * Add or check a stream of documents, one per line
         * @description Short form of POST /collections/{name}/documents/bulk, for the collection `default` or the collection named by `collection`.
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
         * List clusters of duplicates, largest or least similar first
         * @description Short form of GET /collections/{name}/clusters, for the collection `default` or the collection named by `collection`.
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
         * Get a cluster with its members and their matches
         * @description Short form of GET /collections/{name}/clusters/{id}, for the collection `default` or the collection named by `collection`.
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
         * @description Short form of PUT /collections/{name}/clusters/{id}/representative, for the collection `default` or the collection named by `collection`.
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
         * List the hosts of the members of a cluster, those with the most members first
         * @description Short form of GET /collections/{name}/clusters/{id}/hosts, for the collection `default` or the collection named by `collection`.
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
         * List pairs of documents that were declared separate, by id
         * @description Short form of GET /collections/{name}/separations, for the collection `default` or the collection named by `collection`.
         */
        get: operations["listSeparations"];
        put?: never;
        /**
         * Declare two documents separate: not duplicates in any later check
         * @description Short form of POST /collections/{name}/separations, for the collection `default` or the collection named by `collection`.
         */
        post: operations["separateDocuments"];
        /**
         * Withdraw a separation; the two ids may be in either order
         * @description Short form of DELETE /collections/{name}/separations, for the collection `default` or the collection named by `collection`.
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
         * List labelled pairs of documents, by id
         * @description Short form of GET /collections/{name}/labels, for the collection `default` or the collection named by `collection`.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Label two stored documents as the same, as versions of one page, or as different
         * @description Short form of POST /collections/{name}/labels, for the collection `default` or the collection named by `collection`.
         */
        post: operations["labelPair"];
        /**
         * Delete the label of two documents; the two ids may be in either order
         * @description Short form of DELETE /collections/{name}/labels, for the collection `default` or the collection named by `collection`.
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
         * Suggest the pairs of stored documents most worth labelling next
         * @description Short form of GET /collections/{name}/labels/next, for the collection `default` or the collection named by `collection`.
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
         * Recommend the threshold that fits the labels best, and its uncertainty
         * @description Short form of GET /collections/{name}/labels/recommendation, for the collection `default` or the collection named by `collection`.
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
         * List recent decisions: pages that were refused, replaced, changed, or similar
         * @description Short form of GET /collections/{name}/decisions, for the collection `default` or the collection named by `collection`.
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
         * Store a page that was wrongly refused
         * @description Short form of POST /collections/{name}/decisions/{number}/store, for the collection `default` or the collection named by `collection`.
         */
        post: operations["storeRefusedPage"];
        /**
         * Undo storing a refused page
         * @description Short form of DELETE /collections/{name}/decisions/{number}/store, for the collection `default` or the collection named by `collection`.
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
         * @description Short form of PUT /collections/{name}/decisions/{number}/verdict, for the collection `default` or the collection named by `collection`.
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
         * List the collections that the key may access, page by page
         * @description Custom dictionaries are left out; GET /collections/{name} returns them.
         */
        get: operations["listCollections"];
        put?: never;
        /**
         * Create an empty collection
         * @description The recipe describes how signatures are computed; omitted fields are those of the default recipe. A recipe never changes, but a collection can be reindexed to another one.
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
         * Get a collection with its recipe
         * @description Includes the probability that two similar documents find each other.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /**
         * Delete a collection with all its documents
         * @description Cannot be undone; the name must be repeated as confirmation.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Change settings of a collection, for later requests
         * @description Omitted fields do not change. Null is a value here: for `ttlSeconds`, `minContainment`, `keepPerFamily` and `refusedPages` it means none; for other fields it is rejected.
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
         * Reindex a collection with another recipe while it is in use
         * @description Signs the kept texts again, so the collection must keep texts. It uses the old recipe until the new index is complete.
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
         * @description For documents that were added without checks. By default duplicates are only added to clusters; `deleteDuplicates` deletes them, `dryRun` only lists them.
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
         * Running jobs and the last 100 that ended, oldest first
         * @description They survive a restart, except with Cassandra. A job that was running when the service ended has failed.
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
         * Get the state and progress of a job
         * @description Poll until `state` is no longer `running`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /**
         * Cancel a job; what it has done is kept, except by a reindexing
         * @description The response does not wait for the job to end.
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
         * Back up the database while it is in use
         * @description Writes a copy of the database as of one moment to NEARDUP_BACKUP_DIR, which must be set.
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
         * Get counts of documents and decisions
         * @description Short form of GET /collections/{name}/stats, for all collections or the collection named by `collection`.
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
         * Get decisions per hour, of one collection or of all, for up to 90 days
         * @description Short form of GET /collections/{name}/stats/history, for all collections or the collection named by `collection`.
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
         * Get metrics for Prometheus
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
         * Check that the process is alive
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
         * Check that requests can be answered
         * @description For readiness probes: the store and the signing threads respond. Needs no key.
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
         * Get current activity: decisions by minute and by host, rates and latencies
         * @description Short form of GET /collections/{name}/stats/recent, for all collections or the collection named by `collection`.
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
         * Get version and store of the service, and the rights of the key
         * @description Any key may call it, including one that is limited to collections.
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
         * List all settings with their values and meanings
         * @description A secret is only reported as set or not.
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
         * List the names and rights of the valid keys
         * @description Neither the keys nor their digests are returned.
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
         * Stream decisions of one collection or of all as server-sent events
         * @description Short form of GET /collections/{name}/events, for all collections or the collection named by `collection`.
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
            /** @description additional words for the segmentation, one per line: `word [frequency] [tag]`, the format of jieba */
            ownWords?: string | null;
            /** @description stop words in addition to those of `stopWords`, one per line */
            ownStopWords?: string | null;
            /** @description IDF table for `tfIdf` instead of the built-in one: lines of `word idf` */
            ownIdf?: string | null;
            checksums?: {
                [key: string]: string;
            };
        };
        Side: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page; its main text is extracted */
            html?: string | null;
            /** @description words and weights from your own analysis */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that produced `fingerprint` */
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
            /** @description kind of problem; later versions may add codes, which fall under the meaning of the status */
            code: string;
            errors?: components["schemas"]["FieldError"][];
            /** @description with `document_not_found`: the last decision about this id, if one was recorded */
            decision?: components["schemas"]["EarlierDecision"];
        };
        DescribedPage: {
            /** @description title of the page, without the site name if the page shows which part that is */
            title: string | null;
            /** @description name of the site */
            siteName: string | null;
            /** @description canonical URL that the page declares; a relative one is resolved against the URL of the page, if known */
            canonical: string | null;
            /** @description BCP 47, as in `en` or `zh-CN` */
            language: string | null;
            /** @description ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset */
            publishedAt: string | null;
            /** @description headings of the text, at most 50 */
            headings: string[];
            /** @description id of another stored document that `canonical` names; it does not affect the decision. null: none */
            canonicalOf: string | null;
        };
        WeightedTerm: {
            term: string;
            weightA: number;
            weightB: number;
        };
        TermList: {
            /** @description number of terms; the heaviest are listed */
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
            /** @description per differing bit, the fewest words whose removal from the document flips it */
            flips: components["schemas"]["Flip"][];
            /** @description equal 16-bit blocks; 0 is the highest */
            equalBlocks: number[];
            /** @description equal bands of the sketches */
            sharedBands: number[] | null;
            /**
             * @description reason for null fields: the text of a stored document was not kept
             * @constant
             */
            reason?: "text_not_kept";
        };
        AddedPassage: {
            /** @description offset in the text in UTF-16 code units, as in JavaScript */
            start: number;
            /** @description end offset, exclusive */
            end: number;
            /** @description with `texts` or `explain`: the first 500 characters */
            text?: string;
            /** @description length in words; a Chinese character counts as two thirds of a word */
            words: number;
            /** @description kinds of content in it besides ordinary words */
            kinds: ("number" | "name" | "negation")[];
        };
        Additions: {
            /** @description whether these additions are too small to count */
            nothing: boolean;
            /** @description number of new words; between two stored documents without texts, of new word pairs */
            words: number;
            /** @description new words as a share of the text */
            share: number;
            /** @description length of the longest new passage in words */
            longest: number | null;
            /** @description numbers that are new, or that now stand between different words */
            numbers: number;
            /** @description new names */
            names: number | null;
            /** @description negations that only one of the two has, or that are next to new words */
            negations: number | null;
            /** @description new whole lines or sentences, except those at the start and end */
            lines: number | null;
            /** @description whether the titles differ: each has a word that the other lacks; null: one of the two has no title, or the texts are equal and the titles do not differ */
            title: boolean | null;
            /** @description with `explain`: the passages of new words in the order of the text, at most the 100 longest; null: the text is not kept, or the match has just been deleted */
            passages?: components["schemas"]["AddedPassage"][] | null;
            /** @description with `passages`: whether some passages are not listed */
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
            /** @description half the width of the 95 % interval around each */
            error: components["schemas"]["ContainmentError"];
        };
        Match: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description whether this document adds nothing to the match */
            addsNothing: boolean;
            /** @description content of this text that the match lacks. `longest`, `names`, `negations` and `lines` are null if neither text is available. The whole is null if one side has only a fingerprint, or if eight other matches are nearer */
            adds: components["schemas"]["Additions"] | null;
            /** @description whether this text contains everything that the match says; if it adds nothing, one word may be missing. null: not known */
            covers: boolean | null;
            /** @description estimated from the sketches; null: not known */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description relation of this text to the match; null unless at least 0.8 of one is contained in the other
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
            /** @description with `explain`; null if the document has just been deleted */
            evidence?: components["schemas"]["Evidence"] | null;
        };
        Claim: {
            /**
             * Format: date-time
             * @description time at which the document expires unless it is confirmed before
             */
            expiresAt: string;
            /** @description in the decision that stored the document: identifies the content to confirm */
            contentHash?: string;
        };
        StoredFacts: {
            /** @description title of the page, without the site name if the page shows which part that is */
            title: string | null;
            /** @description name of the site */
            siteName: string | null;
            /** @description canonical URL that the page declares; a relative one is resolved against the URL of the page, if known */
            canonical: string | null;
            /** @description BCP 47, as in `en` or `zh-CN` */
            language: string | null;
            /** @description ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset */
            publishedAt: string | null;
        };
        StoredDocument: {
            id: string;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description facts that the page states about itself; null: none known */
            page: components["schemas"]["StoredFacts"] | null;
            /** @description name and version of the text extractor; null: the content was sent as text */
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
             * @description time from which it counts as absent; null: never
             */
            expiresAt: string | null;
            /** @description id of its cluster; null: it is in none */
            cluster: string | null;
            /** @description present only while the document is claimed */
            claim?: components["schemas"]["Claim"];
            /** @description in lists, with `include=excerpt`: the beginning of the kept text; null: no text is kept */
            excerpt?: string | null;
        };
        Cluster: {
            id: string;
            collection: string;
            /** @description number of stored members */
            size: number;
            /** @description number of refused members: ids that were refused as duplicates */
            refused: number;
            /** @description id of the first stored member, or of the one that a person chose */
            representative: string;
            /** @description lowest similarity of a member to its match; null: none known. In clusters of more than 100 members it may be too high after a member has left */
            leastSimilarity: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description time when a member last joined or left
             */
            updatedAt: string;
        };
        MemberMatch: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description whether this document adds nothing to the match */
            addsNothing: boolean;
            /** @description estimated from the sketches; null: not known */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description relation of this text to the match; null unless at least 0.8 of one is contained in the other
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
            /** @description its match when it joined; null: it was stored before the others */
            match: components["schemas"]["MemberMatch"] | null;
            /** @description whether `match` is the current content of the representative; true for the representative itself */
            measuredAgainstRepresentative: boolean;
        };
        PlaceInCluster: {
            id: string;
            /** @description id of the cluster */
            cluster: string;
        };
        Separation: {
            /** @description first of the two ids in the order of their UTF-8 bytes */
            a: string;
            b: string;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description member that left its cluster as a result; null: the two were not in one cluster */
            left: components["schemas"]["PlaceInCluster"] | null;
        };
        Label: {
            /** @description first of the two ids in the order of their UTF-8 bytes */
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
            /** @description first of the two ids in the order of their UTF-8 bytes */
            a: string;
            b: string;
            distance: number;
            similarity: number | null;
            /** @description whether the two match by the settings of the collection */
            match: boolean;
            /** @description whether this document adds nothing to the match */
            addsNothing: boolean;
        };
        ScanResult: {
            /** @description number of compared documents */
            documents: number;
            /** @description number of documents that are duplicates of their best match */
            duplicates: number;
            /** @description number of documents that are only similar to their best match */
            similar: number;
            /** @description number of documents added to clusters */
            seated: number;
            deleted: number;
            /** @description number of documents skipped because they or their matches changed meanwhile */
            left: number;
            /** @description of a dry run: the first pairs found; null in lists of jobs */
            pairs: components["schemas"]["ScanResultPair"][] | null;
            /** @description whether `pairs` lists only some of the pairs */
            truncated: boolean;
        };
        Job: {
            id: string;
            /** @enum {string} */
            kind: "reindex" | "delete" | "scan";
            collection: string;
            /** @description options of the request; of a deletion none, so that no id is left */
            parameters: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            state: "running" | "succeeded" | "failed" | "cancelled";
            /** @description number of documents; `total` is null if it is not known */
            progress: components["schemas"]["JobProgress"];
            /** @description mean rate so far, or of the whole job */
            documentsPerSecond: number;
            /** @description result of a scan; null unless it has succeeded */
            result: components["schemas"]["ScanResult"] | null;
            /** @description reason for the failure; null unless the job failed */
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
            /** @description number of documents; expired ones count until they are swept */
            documents: number;
            /** @description number of distinct contents; those of deleted documents count until they are swept */
            contents: number;
            /** @description decisions of all checks except dry runs */
            decisions: components["schemas"]["CollectionStatsDecisions"];
            /**
             * Format: date-time
             * @description start of the hour of the last decision; null: none in 90 days
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
            /** @description index for texts contained in others; null: none */
            parts?: components["schemas"]["RecipeParts"] | null;
            /** @description additional words for the segmentation, one per line: `word [frequency] [tag]`, the format of jieba */
            ownWords?: string | null;
            /** @description stop words in addition to those of `stopWords`, one per line */
            ownStopWords?: string | null;
            /** @description IDF table for `tfIdf` instead of the built-in one: lines of `word idf` */
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
            /** @description lowest containment of a match by parts; null: parts do not match */
            minContainment: number | null;
            /**
             * @description which matches make a document a duplicate
             * @enum {string}
             */
            duplicateIf: "exact" | "addsNothing" | "similar";
            /** @description whether pages with different titles count as different pages */
            compareTitles: boolean;
            /** @description time to live of the documents; null: they are kept permanently */
            ttlSeconds: number | null;
            keepText: boolean;
            /** @description number of refused ids that a cluster remembers */
            keepRefused: number;
            /** @description value of `family` from which similar documents are not stored; null: all are stored */
            keepPerFamily: number | null;
            /** @description how long refused pages are kept, and whether with their texts; null: they are not kept */
            refusedPages: components["schemas"]["RefusedPages"] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description reason why the collection is closed; null if it is open */
            problem: string | null;
            /** @description probability that two documents of this similarity find each other with the default thresholds */
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
            /** @description reason why the collection is closed; null if it is open */
            problem: string | null;
            /** @description in lists, with `include=stats` */
            stats?: components["schemas"]["CollectionStats"];
        };
        Key: {
            name: string;
            /** @description from the narrowest to the widest */
            scopes: ("read" | "write" | "admin")[];
            /** @description collections that the key may access; null: all */
            collections: string[] | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            expiresAt: string | null;
        };
        Setting: {
            /** @description name of the environment variable */
            name: string;
            /** @description value in the form of the variable; `(set)` for a secret; null: there is none */
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
             * @description `memory`: a database that keeps nothing on disk; `cassandra`: some operations are not available
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
            /** @description in the order of the configuration; empty if no key is needed */
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
             * @description reason for not storing a similar document, see keepPerFamily; otherwise null
             * @enum {string|null}
             */
            reason: "familyFull" | null;
            id: string | null;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            /** @description of a page: name and version of the text extractor */
            extractor?: string;
            /** @description id of the best match, if it makes the document a duplicate */
            duplicateOf: string | null;
            /** @description id of the best match, if the document is only similar to it */
            similarTo: string | null;
            /** @description ids of the documents that this one replaced, or will replace when its claim is confirmed; see onDuplicate */
            replaced: string[];
            /** @description comparison with the previous version of this id; null if there was none */
            previous: components["schemas"]["EarlierVersion"] | null;
            /** @description id of the cluster of an unchanged document, or of the best match */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            truncated: boolean;
            /** @description number of similar stored contents, at most 16; null: not counted */
            family: number | null;
            /** @description present only if the stored, unchanged or matched document is claimed */
            claim?: components["schemas"]["Claim"];
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is not a page */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        PassageMatch: {
            /** @description offset in the text in UTF-16 code units, as in JavaScript */
            start: number;
            /** @description end offset, exclusive */
            end: number;
            /** @description with `texts` or `explain`: the first 500 characters */
            text?: string;
        };
        Passage: {
            /** @description offset in the text in UTF-16 code units, as in JavaScript */
            start: number;
            /** @description end offset, exclusive */
            end: number;
            /** @description with `texts` or `explain`: the first 500 characters */
            text?: string;
            words: number;
            /** @description place of the passage in the other text; null: that text is not kept */
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
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            /** @description of a page: name and version of the text extractor */
            extractor?: string;
            revision: number;
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is not a page */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        QueryResult: {
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            matches: components["schemas"]["Match"][];
            /** @description number of distinct contents compared: those within the distance or with a common band; of a large family only some */
            candidates: number;
            truncated: boolean;
            /** @description with `minContainment`: share of the shingles that find nothing because 256 or more stored texts are indexed by them; a lower bound for texts of fewer than about 1,000 words; null: not known */
            commonShare: number | null;
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is not a page */
            page?: components["schemas"]["DescribedPage"] | null;
            tookMs: number;
        };
        Comparison: {
            /** @description whether the two match by the defaults of the collection */
            match: boolean;
            exact: boolean;
            /** @description whether the two match and a adds nothing to b */
            addsNothing: boolean;
            /** @description content of this text that the match lacks. `longest`, `names`, `negations` and `lines` are null if neither text is available. The whole is null if one side has only a fingerprint, or if eight other matches are nearer */
            adds: components["schemas"]["Additions"] | null;
            /** @description whether this text contains everything that the match says; if it adds nothing, one word may be missing. null: not known */
            covers: boolean | null;
            distance: number;
            similarity: number | null;
            jaccard: number | null;
            /** @description containment of a in b and of b in a; exact if `setsOf` is not null, otherwise estimated from the sketches */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description relation of a to b; null unless at least 0.8 of one is contained in the other
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /**
             * @description elements that `jaccard` and `containment` count
             * @enum {string|null}
             */
            setsOf: "shingles" | "terms" | null;
            cosine: number | null;
            euclidean: number | null;
            correlation: number | null;
            fingerprints: components["schemas"]["ComparisonFingerprints"];
            /** @description whether one of the two is so short that a match needs more agreement */
            shortText: boolean;
            /**
             * @description reason for null fields: the text of a stored document was not kept
             * @constant
             */
            reason?: "text_not_kept";
            /** @description words with their weights; null where words are not known */
            terms?: components["schemas"]["TermsOfBoth"] | null;
            differingBits?: number[];
            /** @description per differing bit, the fewest words whose removal from the document flips it */
            flips?: components["schemas"]["Flip"][];
            /** @description equal 16-bit blocks; 0 is the highest */
            equalBlocks?: number[];
            /** @description equal bands of the sketches */
            sharedBands?: number[] | null;
            /** @description with `explain`: both texts as sent, in pieces; common pieces are quoted from b */
            diff?: components["schemas"]["ComparisonDiff"][] | null;
            /** @description with `explain`: passages of at least eight words that a has in common with b, and their places in b (`match`); null unless both texts are available */
            passages?: components["schemas"]["Passage"][] | null;
        };
        Overlap: {
            /** @description number of words in the text */
            words: number;
            /** @description share of these words that are in a passage of any document */
            share: number;
            /** @description stretches of the text that passages cover without a gap: at most 100, longest first. Each lists the documents that have the most of it first */
            passages: components["schemas"]["OverlapPassage"][];
            /** @description best first */
            documents: components["schemas"]["OverlapDocument"][];
            /** @description whether there are more documents than were examined */
            truncated: boolean;
            /** @description with `minContainment`: share of the shingles that find nothing because 256 or more stored texts are indexed by them; a lower bound for texts of fewer than about 1,000 words; null: not known */
            commonShare: number | null;
            tookMs: number;
        };
        Fingerprint: {
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            /** @description of a page: name and version of the text extractor */
            extractor?: string;
            recipe: string;
        };
        ExtractedPage: {
            /** @description title of the page, without the site name if the page shows which part that is */
            title: string | null;
            /** @description name of the site */
            siteName: string | null;
            /** @description canonical URL that the page declares; a relative one is resolved against the URL of the page, if known */
            canonical: string | null;
            /** @description BCP 47, as in `en` or `zh-CN` */
            language: string | null;
            /** @description ISO 8601, as precise as the page states it: `2027-01-31`, or with time and offset */
            publishedAt: string | null;
            /** @description headings of the text, at most 50 */
            headings: string[];
            text: string;
            /** @description character encoding; null if no bytes were decoded */
            charset: string | null;
            /** @enum {string|null} */
            charsetSource: "bom" | "header" | "meta" | "detected" | "default" | null;
            /** @description name and version of the text extractor */
            extractor: string;
        };
        Document: {
            id: string;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description facts that the page states about itself; null: none known */
            page: components["schemas"]["StoredFacts"] | null;
            /** @description name and version of the text extractor; null: the content was sent as text */
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
             * @description time from which it counts as absent; null: never
             */
            expiresAt: string | null;
            /** @description id of its cluster; null: it is in none */
            cluster: string | null;
            /** @description present only while the document is claimed */
            claim?: components["schemas"]["Claim"];
            /** @description with `include=text`: the kept text */
            text?: string | null;
            /**
             * @description reason why `text` is null
             * @constant
             */
            reason?: "text_not_kept";
            /** @description with `include=match`: its match when it was stored; null: none, or it is in no cluster */
            match?: components["schemas"]["MemberMatch"] | null;
        };
        LookupResult: {
            documents: components["schemas"]["StoredDocument"][];
            missing: string[];
            /** @description ids that were not read because the documents before them fill 1 MiB; request them again */
            remaining: string[];
        };
        DeletionResult: {
            deleted: string[];
            missing: string[];
        };
        ConfirmationResult: {
            /** @description ids of documents that are stored permanently, by this request or an earlier one */
            confirmed: string[];
            /** @description ids of documents that are absent, have other content, or are claimed by another client */
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
            /** @description number of collections on all pages that match `search` and that the key may access */
            total: number;
            /** @description with `include=stats`: sums over all of these */
            totals?: components["schemas"]["CollectionListTotals"];
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
        };
        Stats: {
            /** @description number of documents; expired ones count until they are swept */
            documents: number;
            /** @description number of distinct contents; those of deleted documents count until they are swept */
            contents: number;
            /** @description number of distinct fingerprints; those of deleted documents count until they are swept */
            fingerprints: number;
            /** @description number of claimed documents that are not confirmed yet */
            claims: number;
            /** @description size of the database files; null for one collection */
            bytes: number | null;
            /** @description decisions of all checks except dry runs */
            decisions: components["schemas"]["StatsDecisions"];
            /** @description number of documents with a match, for each distance of the best match from 0 to 64 */
            distances: number[];
            /** @description number of documents with a match, by the similarity of the best match in bins of 0.05 */
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
            /** @description number of stored members */
            size: number;
            /** @description number of refused members: ids that were refused as duplicates */
            refused: number;
            /** @description id of the first stored member, or of the one that a person chose */
            representative: string;
            /** @description lowest similarity of a member to its match; null: none known. In clusters of more than 100 members it may be too high after a member has left */
            leastSimilarity: number | null;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description time when a member last joined or left
             */
            updatedAt: string;
            /** @description with `include=related`: up to 20 other clusters that match one of the first 100 stored members, nearest first */
            related?: components["schemas"]["RelatedCluster"][];
            /** @description by default stored members first, then refused ones, each in the order in which they joined */
            members: components["schemas"]["Member"][];
            nextCursor: string | null;
        };
        HostMembers: {
            /** @description null for ids that are not URLs */
            host: string | null;
            stored: number;
            refused: number;
        };
        ClusterHosts: {
            /** @description those with the most members first, at most 100 */
            hosts: components["schemas"]["HostMembers"][];
            /** @description number of further hosts */
            others: number;
        };
        UndoneSeparation: {
            /** @description member that is back in its cluster; null: none */
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
            /** @description most uncertain pairs first; empty if there is nothing to label */
            pairs: components["schemas"]["BorderPair"][];
        };
        ThresholdRecommendation: {
            /**
             * @description setting that the recommendation is for
             * @enum {string}
             */
            setting: "minSimilarity" | "maxDistance";
            /** @description current value in the collection */
            threshold: number;
            /** @description null: there are fewer than five labels, or they are all of one kind */
            recommended: components["schemas"]["ThresholdRecommendationRecommended"] | null;
            /** @description number of labels used */
            labels: components["schemas"]["ThresholdRecommendationLabels"];
            /** @description number of labels ignored: pairs with a short text or without a sketch have other thresholds */
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
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            /** @description of a page: name and version of the text extractor */
            extractor?: string;
            revision: number;
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is not a page */
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
             * @description reason for not storing a similar document, see keepPerFamily; otherwise null
             * @enum {string|null}
             */
            reason: "familyFull" | null;
            id: string | null;
            collection: string;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint: string;
            /** @description number of distinct features; null for a posted fingerprint */
            featureCount: number | null;
            /** @description whether the text is so short that a match needs more agreement */
            shortText: boolean;
            /** @description of a page: name and version of the text extractor */
            extractor?: string;
            /** @description id of the best match, if it makes the document a duplicate */
            duplicateOf: string | null;
            /** @description id of the best match, if the document is only similar to it */
            similarTo: string | null;
            /** @description ids of the documents that this one replaced, or will replace when its claim is confirmed; see onDuplicate */
            replaced: string[];
            /** @description comparison with the previous version of this id; null if there was none */
            previous: components["schemas"]["EarlierVersion"] | null;
            /** @description id of the cluster of an unchanged document, or of the best match */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            truncated: boolean;
            /** @description number of similar stored contents, at most 16; null: not counted */
            family: number | null;
            /** @description present only if the stored, unchanged or matched document is claimed */
            claim?: components["schemas"]["Claim"];
            /** @description with `include: ["page"]`: facts that the page states about itself; null: the content is not a page */
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
            /** @description reason why lines after `total` were not read */
            error?: components["schemas"]["Problem"];
        };
        BulkLine: components["schemas"]["BulkAdded"] | components["schemas"]["BulkChecked"] | components["schemas"]["BulkFailed"] | components["schemas"]["BulkSummary"];
        PresentRates: {
            /** @description mean over the last ten seconds, of the collection if one is named */
            checksPerSecond: number;
            /** @description mean over the last ten seconds, of the whole service */
            requestsPerSecond: number;
            /** @description of the requests of the last minute, accurate to 5 %; null: there were none */
            p50Ms: number | null;
            /** @description of the requests of the last minute, accurate to 5 %; null: there were none */
            p99Ms: number | null;
            /** @description requests of the last minute that failed because of an error of the service */
            errorsPerMinute: number;
            /** @description requests of the last minute that were throttled, with 429 or 503 */
            throttledPerMinute: number;
        };
        MinuteOfDecisions: {
            /**
             * Format: date-time
             * @description start of the minute
             */
            at: string;
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        HostDecisions: {
            /** @description null for ids that are not URLs */
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
            /** @description at most 50 hosts, those with the most decisions in the last hour first */
            hosts: components["schemas"]["HostDecisions"][];
        };
        RecipeChoiceParts: {
            /** @description number of words in a shingle */
            words?: number;
            /** @description in a long text, one in n shingles is indexed */
            oneIn?: number;
            /** @description minimum number of indexed shingles per text, unless it has fewer */
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
            /** @description number of differing bits; null: not known */
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
            /** @description in a long text, one in n shingles is indexed */
            oneIn: number;
            /** @description minimum number of indexed shingles per text, unless it has fewer */
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
            /** @description offset in the text in UTF-16 code units, as in JavaScript */
            start: number;
            /** @description end offset, exclusive */
            end: number;
            /** @description with `texts` or `explain`: the first 500 characters */
            text?: string;
            words: number;
            /** @description ids of the documents */
            documents: string[];
        };
        OverlapDocument: {
            id: string;
            /** @description share of the words of the text */
            share: number;
            /** @description false if its text is not kept and the passages were found from a sample of its shingles */
            exact: boolean;
            similarity: number | null;
            /** @description estimated from the sketches; null: not known */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description relation of this text to the match; null unless at least 0.8 of one is contained in the other
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /** @description in the order of the text; at most the 100 longest */
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
             * @description start of the hour
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
            /** @description 95 % interval of the threshold */
            interval: components["schemas"]["ThresholdRecommendationRecommendedInterval"];
            /** @description approximate number of further labels until the interval is 0.1 wide */
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
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
            /** @description JSON object of at most 16 KiB and 64 levels, returned with matches */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description title of the page, used instead of the one in the page */
            title?: string | null;
            /** @description adds `page`: facts that the page states about itself; in a query string `include=page` */
            include?: "page"[] | null;
            /** @description time to live of the document instead of the default of the collection */
            ttlSeconds?: number | null;
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page; its main text is extracted */
            html?: string | null;
            /** @description words and weights from your own analysis */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that produced `fingerprint` */
            recipe?: string | null;
            /** @description with `fingerprint`: name and version of the extractor of its text */
            extractor?: string | null;
            /**
             * @description which matches make a document a duplicate: only exact ones, also those to which it adds nothing, or all
             * @enum {string|null}
             */
            duplicateIf?: "exact" | "addsNothing" | "similar" | null;
            /**
             * @description what to do with a duplicate: skip it, store it, or let it replace the documents that it covers; skip by default
             * @enum {string|null}
             */
            onDuplicate?: "skip" | "store" | "replace" | null;
            /**
             * @description what to do with new content of a stored id: store it, or keep the previous version if the new one is a duplicate of another document; store by default
             * @enum {string|null}
             */
            onChange?: "store" | "keep" | null;
            /**
             * @description what to do with documents that a stored document covers while it adds something; keep by default
             * @enum {string|null}
             */
            onCovered?: "keep" | "replace" | null;
            /**
             * @description only decide, and store nothing
             * @default false
             */
            dryRun?: boolean | null;
            /** @description the stored document expires after this time unless it is confirmed */
            claimSeconds?: number | null;
            /** @description name of the client that claims it, which must survive a restart; by default the key */
            claimant?: string | null;
            /** @description largest Hamming distance of a match */
            maxDistance?: number | null;
            /** @description lowest similarity of a match, if both sides have a sketch */
            minSimilarity?: number | null;
            /** @description with parts: lowest containment of either text in the other for a match; null: no match by parts */
            minContainment?: number | null;
            /** @description maximum number of matches listed */
            limit?: number | null;
        };
        QueryRequest: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page; its main text is extracted */
            html?: string | null;
            /** @description words and weights from your own analysis */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that produced `fingerprint` */
            recipe?: string | null;
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
            /** @description largest Hamming distance of a match */
            maxDistance?: number | null;
            /** @description lowest similarity of a match, if both sides have a sketch */
            minSimilarity?: number | null;
            /** @description with parts: lowest containment of either text in the other for a match; null: no match by parts */
            minContainment?: number | null;
            /** @description maximum number of matches listed */
            limit?: number | null;
            /**
             * @description also return the evidence for each match; needs a limit of at most 50
             * @default false
             */
            explain?: boolean | null;
            /** @description adds `page`: facts that the page states about itself; in a query string `include=page` */
            include?: "page"[] | null;
        };
        OverlapRequest: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page; its main text is extracted */
            html?: string | null;
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
            /**
             * @description lowest containment of either text in the other for a document to be examined
             * @default 0.05
             */
            minContainment?: number | null;
            /**
             * @description minimum length of a passage in words
             * @default 8
             */
            minWords?: number | null;
            /**
             * @description maximum number of documents examined, best first
             * @default 10
             */
            limit?: number | null;
            /**
             * @description also return the first 500 characters of each passage
             * @default false
             */
            texts?: boolean | null;
        };
        FingerprintRequest: {
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page; its main text is extracted */
            html?: string | null;
            /** @description words and weights from your own analysis */
            features?: components["schemas"]["Feature"][] | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
        };
        ExtractRequest: {
            /** @description HTML of the page; its main text is extracted */
            html: string;
            /** @description URL of the page, for its host and for relative URLs in it */
            url?: string | null;
        };
        AddDocumentRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            id?: string | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
            /** @description JSON object of at most 16 KiB and 64 levels, returned with matches */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description title of the page, used instead of the one in the page */
            title?: string | null;
            /** @description adds `page`: facts that the page states about itself; in a query string `include=page` */
            include?: "page"[] | null;
            /** @description time to live of the document instead of the default of the collection */
            ttlSeconds?: number | null;
            /** @description plain text of the page */
            text?: string | null;
            /** @description HTML of the page; its main text is extracted */
            html?: string | null;
            /** @description words and weights from your own analysis */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64 bits as 16 lower-case hex digits */
            fingerprint?: string | null;
            /** @description id of the recipe that produced `fingerprint` */
            recipe?: string | null;
            /** @description with `fingerprint`: name and version of the extractor of its text */
            extractor?: string | null;
        };
        CompareRequest: {
            a: components["schemas"]["Side"];
            b: components["schemas"]["Side"];
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
            /**
             * @description also return terms, bits and the difference
             * @default false
             */
            explain?: boolean | null;
        };
        LookupDocumentsRequest: {
            ids: string[];
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
            include?: "excerpt"[] | null;
        };
        ConfirmDocumentsRequest: {
            /** @description documents whose pages were written, with the hash of the content */
            documents: components["schemas"]["ConfirmedDocument"][];
            /** @description name of the client that claimed them; by default the key */
            claimant?: string | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
        };
        DeleteDocumentsRequest: {
            ids?: string[] | null;
            /** @description common beginning of the ids, such as the URL of a site */
            idPrefix?: string | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
        };
        SetRepresentativeRequest: {
            /** @description 1 to 2,048 characters, often the URL of the page */
            id: string;
            /**
             * @description name of the collection, if it is not in the path
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
             * @description name of the collection, if it is not in the path
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
             * @description relation of the two: `version` is another state of the same page
             * @enum {string}
             */
            label: "same" | "version" | "different";
            /**
             * @description with `different`: also declare them separate, for all later checks
             * @default false
             */
            separate?: boolean | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
        };
        CreateCollectionRequest: {
            name: string;
            recipe?: components["schemas"]["RecipeChoice"] | null;
            /** @description largest Hamming distance of a match */
            maxDistance?: number | null;
            /** @description lowest similarity of a match, if both sides have a sketch */
            minSimilarity?: number | null;
            /**
             * @description which matches make a document a duplicate: only exact ones, also those to which it adds nothing, or all
             * @enum {string|null}
             */
            duplicateIf?: "exact" | "addsNothing" | "similar" | null;
            /** @description whether pages with different titles count as different pages: each title has a word that the other lacks, apart from site names; by default true */
            compareTitles?: boolean | null;
            /** @description whether texts are kept, for evidence and for reindexing */
            keepText?: boolean | null;
            /** @description number of refused ids that a cluster remembers, by default 100; 0: none */
            keepRefused?: number | null;
            /** @description with parts: lowest containment of either text in the other for a match; null: no match by parts */
            minContainment?: number | null;
            /** @description time to live of documents that name none; null: they are kept permanently */
            ttlSeconds?: number | null;
            /** @description value of `family` from which a document that is only similar is not stored; null: all are stored */
            keepPerFamily?: number | null;
            /** @description keeps the signatures of refused pages, so that a refusal can be compared and undone; null: they are not kept */
            refusedPages?: components["schemas"]["RefusedPagesSetting"] | null;
        };
        UpdateCollectionRequest: {
            /** @description largest Hamming distance of a match */
            maxDistance?: number;
            /** @description lowest similarity of a match, if both sides have a sketch */
            minSimilarity?: number;
            /**
             * @description which matches make a document a duplicate: only exact ones, also those to which it adds nothing, or all
             * @enum {string}
             */
            duplicateIf?: "exact" | "addsNothing" | "similar";
            /** @description whether pages with different titles count as different pages: each title has a word that the other lacks, apart from site names; by default true */
            compareTitles?: boolean;
            /** @description whether texts are kept, for evidence and for reindexing */
            keepText?: boolean;
            /** @description number of refused ids that a cluster remembers, by default 100; 0: none */
            keepRefused?: number;
            /** @description with parts: lowest containment of either text in the other for a match; null: no match by parts */
            minContainment?: number | null;
            /** @description time to live of documents that name none; null: they are kept permanently */
            ttlSeconds?: number | null;
            /** @description value of `family` from which a document that is only similar is not stored; null: all are stored */
            keepPerFamily?: number | null;
            /** @description keeps the signatures of refused pages, so that a refusal can be compared and undone; null: they are not kept */
            refusedPages?: components["schemas"]["RefusedPagesSetting"] | null;
            /** @description rejected: a recipe changes by reindexing */
            recipe?: unknown;
        };
        ReindexCollectionRequest: {
            recipe: components["schemas"]["RecipeChoice"];
        };
        ScanCollectionRequest: {
            /** @description also delete documents that are duplicates of a document that is kept; by default false */
            deleteDuplicates?: boolean | null;
            /** @description only report what would be done */
            dryRun?: boolean | null;
        };
        BackupRequest: {
            /** @description file name of the copy in NEARDUP_BACKUP_DIR; by default made from the time */
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
            /** @description whether these additions are too small to count */
            nothing: boolean;
            /** @description number of new words; between two stored documents without texts, of new word pairs */
            words: number;
            /** @description new words as a share of the text */
            share: number;
            /** @description length of the longest new passage in words */
            longest: number | null;
            /** @description numbers that are new, or that now stand between different words */
            numbers: number;
            /** @description new names */
            names: number | null;
            /** @description negations that only one of the two has, or that are next to new words */
            negations: number | null;
            /** @description new whole lines or sentences, except those at the start and end */
            lines: number | null;
            /** @description whether the titles differ: each has a word that the other lacks; null: one of the two has no title, or the texts are equal and the titles do not differ */
            title: boolean | null;
        };
        LoggedDecision: {
            /**
             * Format: int64
             * @description position in the log; later decisions have greater numbers
             */
            number: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            at: string;
            /** @description null: the check had no id */
            id: string | null;
            /**
             * @description `replaced`: the document was replaced by the match; otherwise as a check returns it
             * @enum {string}
             */
            decision: "duplicate" | "similar" | "changed" | "replaced";
            /** @description id of the best match, or of the document that replaced this one; null for `changed`, and if the match was taken down */
            match: string | null;
            stored: boolean;
            /** @enum {string|null} */
            reason: "familyFull" | null;
            /** @description to the match; for `changed` to the previous version */
            similarity: number | null;
            /** @description to the match; for `changed` to the previous version */
            distance: number | null;
            exact: boolean;
            /** @description content of the page that its match lacks; null: not known */
            adds: components["schemas"]["LoggedAdditions"] | null;
            /** @description certainty that nothing was lost: 1 for an equal text, otherwise the similarity minus the new share of the page and 0.1 for each new number, name or negation; null: the page was stored, or replaced */
            certainty: number | null;
            /**
             * @description a person's verdict on the refusal; null: there is none
             * @enum {string|null}
             */
            verdict: "right" | "wrong" | null;
            /** @description whether its signature is kept, so that the page can still be compared or stored */
            kept: boolean;
            /** @description first 80 characters of the title; null: none known */
            title: string | null;
        };
        DecisionPage: {
            decisions: components["schemas"]["LoggedDecision"][];
            nextCursor: string | null;
        };
        RefusedPagesSetting: {
            /** @description number of days that they are kept, at most as long as the log */
            days: number;
            /**
             * @description whether their texts are kept as well; always true with `keepText`
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
             * @description `unchanged`: this content is already stored under the id
             * @enum {string}
             */
            status: "created" | "replaced" | "unchanged";
            revision: number;
            /** @description the match, from which the document is now declared separate; null: the match is not stored */
            separatedFrom: string | null;
        };
        StoreRefusedPageRequest: {
            /**
             * @description relation of the page to its match; different by default
             * @enum {string|null}
             */
            label?: "different" | "version" | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
        };
        JudgeDecisionRequest: {
            /**
             * @description null withdraws the verdict; to record a wrong refusal, store its page
             * @enum {string|null}
             */
            verdict: "right" | null;
            /**
             * @description name of the collection, if it is not in the path
             * @default default
             */
            collection?: string | null;
        };
        RelatedCluster: {
            /** @description id of the other cluster */
            id: string;
            /** @description id of the member of this cluster */
            member: string;
            /** @description the nearest document of the other cluster */
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
                /** @description 1 to 2,048 characters, often the URL of the page; only if the body is a page */
                id?: string;
                /** @description name of the collection, if it is not in the path; only if the body is a page; by default default */
                collection?: string;
                /** @description JSON object of at most 16 KiB and 64 levels, returned with matches; only if the body is a page */
                metadata?: string;
                /** @description title of the page, used instead of the one in the page; only if the body is a page */
                title?: string;
                /** @description adds `page`: facts that the page states about itself; in a query string `include=page`; only if the body is a page */
                include?: "page"[];
                /** @description time to live of the document instead of the default of the collection; only if the body is a page */
                ttlSeconds?: number;
                /** @description which matches make a document a duplicate: only exact ones, also those to which it adds nothing, or all; only if the body is a page */
                duplicateIf?: "exact" | "addsNothing" | "similar";
                /** @description what to do with a duplicate: skip it, store it, or let it replace the documents that it covers; skip by default; only if the body is a page */
                onDuplicate?: "skip" | "store" | "replace";
                /** @description what to do with new content of a stored id: store it, or keep the previous version if the new one is a duplicate of another document; store by default; only if the body is a page */
                onChange?: "store" | "keep";
                /** @description what to do with documents that a stored document covers while it adds something; keep by default; only if the body is a page */
                onCovered?: "keep" | "replace";
                /** @description only decide, and store nothing; only if the body is a page; by default false */
                dryRun?: boolean;
                /** @description the stored document expires after this time unless it is confirmed; only if the body is a page */
                claimSeconds?: number;
                /** @description name of the client that claims it, which must survive a restart; by default the key; only if the body is a page */
                claimant?: string;
                /** @description largest Hamming distance of a match; only if the body is a page */
                maxDistance?: number;
                /** @description lowest similarity of a match, if both sides have a sketch; only if the body is a page */
                minSimilarity?: number;
                /** @description with parts: lowest containment of either text in the other for a match; null: no match by parts; only if the body is a page */
                minContainment?: number | null;
                /** @description maximum number of matches listed; only if the body is a page */
                limit?: number;
            };
            header?: {
                /** @description key chosen by the client: the same request with the same key within 24 hours gets the first reply again, with `Idempotency-Replayed: true` */
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
                /** @description name of the collection, if it is not in the path; only if the body is a page; by default default */
                collection?: string;
                /** @description largest Hamming distance of a match; only if the body is a page */
                maxDistance?: number;
                /** @description lowest similarity of a match, if both sides have a sketch; only if the body is a page */
                minSimilarity?: number;
                /** @description with parts: lowest containment of either text in the other for a match; null: no match by parts; only if the body is a page */
                minContainment?: number | null;
                /** @description maximum number of matches listed; only if the body is a page */
                limit?: number;
                /** @description also return the evidence for each match; needs a limit of at most 50; only if the body is a page; by default false */
                explain?: boolean;
                /** @description adds `page`: facts that the page states about itself; in a query string `include=page`; only if the body is a page */
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
                /** @description name of the collection, if it is not in the path; only if the body is a page; by default default */
                collection?: string;
                /** @description lowest containment of either text in the other for a document to be examined; only if the body is a page; by default 0.05 */
                minContainment?: number | null;
                /** @description minimum length of a passage in words; only if the body is a page; by default 8 */
                minWords?: number;
                /** @description maximum number of documents examined, best first; only if the body is a page; by default 10 */
                limit?: number;
                /** @description also return the first 500 characters of each passage; only if the body is a page; by default false */
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
                /** @description name of the collection, if it is not in the path; only if the body is a page; by default default */
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
                /** @description URL of the page, for its host and for relative URLs in it; only if the body is a page */
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
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                limit?: number;
                /**
                 * @description common beginning of the ids, such as the URL of a site
                 * @example https://example.
                 */
                idPrefix?: string;
                /** @description only members of this cluster, in the order in which they joined */
                cluster?: string;
                /** @description `newest`: most recently stored first */
                order?: "id" | "newest";
                /** @description with `order=newest`: only documents first stored at this time or later */
                storedAfter?: string;
                /** @description with `order=newest`: only documents first stored before this time */
                storedBefore?: string;
                /** @description with `order=newest`: only documents whose id or title contains this text; letters from a to z match in either case */
                search?: string;
                /** @description with `order=newest`: only members of clusters, or only documents that are just similar to their match, have an earlier version, have a short text, or are claimed */
                only?: "clustered" | "similar" | "changed" | "short" | "claimed";
                /** @description also return the first 240 characters of each kept text */
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
                /** @description 1 to 2,048 characters, often the URL of the page; only if the body is a page */
                id?: string;
                /** @description name of the collection, if it is not in the path; only if the body is a page; by default default */
                collection?: string;
                /** @description JSON object of at most 16 KiB and 64 levels, returned with matches; only if the body is a page */
                metadata?: string;
                /** @description title of the page, used instead of the one in the page; only if the body is a page */
                title?: string;
                /** @description adds `page`: facts that the page states about itself; in a query string `include=page`; only if the body is a page */
                include?: "page"[];
                /** @description time to live of the document instead of the default of the collection; only if the body is a page */
                ttlSeconds?: number;
            };
            header?: {
                /** @description key chosen by the client: the same request with the same key within 24 hours gets the first reply again, with `Idempotency-Replayed: true` */
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
                /** @description also return the kept text, or the match of the document when it was stored */
                include?: "text" | "match" | "text,match" | "match,text";
            };
            header?: {
                /** @description `ETag` of the revision that the client has; if it is current, the reply is 304 without a body */
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
                /** @description `ETag` of the revision to delete; any other revision is kept */
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
            /** @description The document is deleted */
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
            /** @description The documents in the order of the ids, and the absent ids */
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
            /** @description Confirmed and missing documents */
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
                /** @description key chosen by the client: the same request with the same key within 24 hours gets the first reply again, with `Idempotency-Replayed: true` */
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
            /** @description With `ids`: the deleted and the absent ids */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResult"];
                };
            };
            /** @description With `idPrefix`: the started job */
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
                 * @description `add`: each line is a body of POST /documents; `check`: of POST /check
                 * @example check
                 */
                mode?: "add" | "check";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description NDJSON: one document per line, each at most as large as the body of another request */
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
            /** @description NDJSON: one result per line in the order of the documents, each sent after its commit; then a summary */
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
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                limit?: number;
                /** @description minimum number of members, including refused ones; above 2 only with `order=members` */
                minSize?: number;
                /** @description `members`: largest first; `similarity`: lowest similarity of a member first, only clusters in which one is known */
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
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                limit?: number;
                /** @description order of the members; `seat` lists stored ones first */
                order?: "seat" | "similarity" | "time";
                /** @description with `similarity` or `time`, by default `descending`: most similar or newest first */
                direction?: "ascending" | "descending";
                /** @description only members whose id is a URL of this host; empty: only ids that are not URLs */
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
                /** @description `nextCursor` of the previous page */
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
            /** @description The documents are declared separate */
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
            /** @description The separation is withdrawn */
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
                /** @description `nextCursor` of the previous page */
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
            /** @description The label is stored, and replaces an earlier one */
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
            /** @description The separation is withdrawn */
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
                /** @description maximum number of pairs */
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
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                limit?: number;
                /**
                 * @description only decisions about this id
                 * @example https://example.org/tea
                 */
                id?: string;
                /** @description common beginning of the ids, such as the URL of a site */
                idPrefix?: string;
                /** @description only ids that are URLs of this host; include the port if they have one */
                host?: string;
                /** @description only decisions with this match */
                match?: string;
                /** @description only this decision */
                decision?: "duplicate" | "similar" | "changed" | "replaced";
                /** @description `familyFull`: only similar pages that were refused because of `keepPerFamily` */
                reason?: "familyFull";
                /** @description only decisions with this verdict; `none`: only those without one */
                verdict?: "right" | "wrong" | "none";
                /** @description only decisions at this time or later */
                since?: string;
                /** @description only decisions before this time */
                until?: string;
                /** @description lowest similarity to the match */
                minSimilarity?: number;
                /** @description highest similarity to the match */
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
            /** @description One page; `nextCursor` is null on the last. With `Accept: application/x-ndjson`, one decision per line, and the cursor in the header `Next-Cursor`, absent on the last page */
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
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description part of a name */
                search?: string;
                /** @description `lastDecision`: by the hour of the last decision */
                order?: "name" | "documents" | "created" | "lastDecision";
                direction?: "ascending" | "descending";
                /** @description also count documents, contents and decisions */
                include?: "stats";
                /** @description `brief`: only the name and a few fields */
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
            /** @description The collection with its complete recipe */
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
                 * @description name of the collection, as confirmation
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
            /** @description The collection is deleted */
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
            /** @description The started job */
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
            /** @description The started job */
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
            /** @description The job, which ends soon unless it has already ended */
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
            /** @description Metrics in the text format of Prometheus */
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
            /** @description The process is alive */
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
            /** @description Requests can be answered */
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
                 * @description only these decisions, separated by commas, such as `duplicate,similar`
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
            /** @description Events `decision`; the last event is `end` with the reason `too_slow`, `shutting_down` or `unauthorized` */
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
