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
         * @description Searches for equal and similar documents, decides, and stores a new document, all in one atomic step. `decision` is the result; `stored` is true if the document is stored now. Send `text`, `html`, `features` or a `fingerprint`, or a page as it was fetched. With an `id` the request is safe to repeat.
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
         * @description Lists the stored documents that match, best match first, or with `order` `distance` every document within the distance, page by page. Nothing is stored.
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
         * @description Finds stored documents that have passages in common with a text, and the places of these passages in both.
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
         * Compute the fingerprint of a document without storing it
         * @description Computes the 64-bit SimHash with the recipe of a collection.
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
         * Extract the text of a page without storing it
         * @description Returns the lines of a page, exactly as the other operations read them, and what the page states about itself, such as its title.
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
         * List documents by id, newest first, or by cluster
         * @description Returns up to 1,000 documents per page, by default in the byte order of their ids. Use at most one of `idPrefix`, `cluster` and `order=newest`. With `search` or `only`, a page may have fewer documents than `limit`, or none, even if it is not the last.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Store a document without looking for duplicates
         * @description Stores a document even if it resembles others, and replaces the document with the same id. To store only new pages, use POST /check.
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
         * Compare two texts, pages or stored documents
         * @description Compares two documents by distance, similarity, containment and other measures. Each side is either a stored document (`id`) or content that you send. Lines that the site of a document named by its id repeats do not count where a check would not count them.
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
         * @description `include=text` adds the text, if it is kept. `include=match` adds the match that the document had when it was stored. An id that is a URL must be percent-encoded here; POST /documents/lookup accepts it as it is.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document
         * @description An id that is a URL must be percent-encoded here; POST /documents/delete accepts it as it is.
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
         * Get many documents by id
         * @description Accepts up to 1,000 ids. Ids that are URLs need no encoding. Ids without a document are listed in `missing` and cause no error. With `include: ["decision"]`, it answers for each id whether it is stored, was refused, or was never seen.
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
         * Confirm claimed documents after writing their pages
         * @description Documents that were checked with `claimSeconds` expire unless they are confirmed. Send the content hash of each decision. If a claim has expired and other content has been stored since, the document is listed in `missing`. The request is safe to repeat.
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
         * Delete many documents, by id or by a common prefix
         * @description Send up to 1,000 `ids`, which are deleted in one step, or an `idPrefix`, which starts a job. The job also deletes the recorded decisions about these ids.
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
         * @description Request and response are NDJSON. Each line of the request is a body of POST /documents or, with `mode=check`, of POST /check. Each line is answered as soon as it is stored, so read while you send. An invalid line does not affect the others. The last line of the response is a summary; a response without it is incomplete.
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
         * List clusters of duplicates, the largest or the least similar first
         * @description A cluster is a set of documents that are connected by matches. The ids of refused duplicates are members as well.
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
         * @description Members are returned page by page. To filter them by host, the cluster may have at most 50,000 members.
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
         * @description The member remains the representative until it leaves the cluster. After that, it is again the stored member that joined first.
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
         * @description The cluster may have at most 50,000 members.
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
         * List pairs of documents that were declared separate
         * @description Pairs are returned page by page, in the order of their ids.
         */
        get: operations["listSeparations"];
        put?: never;
        /**
         * Declare that two documents are not duplicates of each other
         * @description For documents that match but are not duplicates. In later checks, neither causes the other to be refused. If both are in one cluster, the one that joined later leaves it and is returned in `left`.
         */
        post: operations["separateDocuments"];
        /**
         * Withdraw the declaration that two documents are separate
         * @description Later checks may match the two again. A member that left its cluster does not return by itself: a later check or a scan may bring the two together. The two ids may be given in either order.
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
         * List labelled pairs of documents
         * @description Pairs are returned page by page, in the order of their ids.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Label two stored documents as the same, as versions of one page, or as different
         * @description Thresholds are recommended on the basis of labels.
         */
        post: operations["labelPair"];
        /**
         * Delete the label of two documents
         * @description The recommended threshold no longer depends on the label. The two ids may be given in either order.
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
         * Suggest the pairs of stored documents that are most worth labelling next
         * @description Label the pairs, then request more. About 30 labels give a good recommendation.
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
         * Recommend the threshold that fits the labels best
         * @description Fits a logistic curve to the labels. The recommended threshold is the similarity at which a pair is as likely to be a duplicate as not.
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
         * List recent decisions about pages that were refused, replaced, changed or similar
         * @description Decisions about new and unchanged pages are not recorded. Decisions are kept for NEARDUP_DECISION_DAYS days. Deleting documents by `idPrefix` deletes the decisions about them as well.
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
         * @description The page must still be kept; see `refusedPages` of the collection. The page and its match are labelled and declared separate, so that the page is not refused again because of this match.
         */
        post: operations["storeRefusedPage"];
        /**
         * Undo the storing of a refused page
         * @description Possible only if storing the page created a document. The document, its label and the separation from its match are deleted. The id does not rejoin its cluster.
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
         * Record or withdraw the verdict that a refusal was right
         * @description The decision itself does not change, but `GET /decisions?verdict=none` no longer lists it. A decision whose page has been stored cannot be given a verdict.
         */
        put: operations["judgeDecision"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/decisions/verdicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the refusals that people judged, and the share that was right
         * @description If the least certain refusals were judged first, the share among all refusals is probably higher.
         */
        get: operations["countVerdicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{host}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the lines that a site repeats
         * @description Lines such as menus, notices and footers, which do not count when pages of the site are compared. They are learnt from the pages that are stored now. With `siteLines: false`, the collection compares every line all the same.
         */
        get: operations["listSiteLines"];
        put?: never;
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
         * @description Custom dictionaries are omitted. GET /collections/{name} returns them.
         */
        get: operations["listCollections"];
        put?: never;
        /**
         * Create an empty collection
         * @description The recipe determines how texts are compared. Fields that you omit have the values of the default recipe. To change the recipe of a collection later, reindex it.
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
         * @description The reply includes the expected recall for several similarities.
         */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /**
         * Delete a collection with all its documents
         * @description This cannot be undone. Repeat the name of the collection in `confirm`.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Change the settings of a collection
         * @description The new settings apply to later requests. Omitted fields do not change. Null turns off `ttlSeconds`, `minContainment`, `keepPerFamily` or `refusedPages`; for other fields it is rejected.
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
         * Change the recipe of a collection while it is in use
         * @description Builds a new index from the kept texts, so the collection must keep texts. The old recipe is used until the new index is complete.
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
         * Find duplicates among the stored documents while the collection is in use
         * @description Use it for documents that were added without a check. By default, duplicates are added to clusters. With `deleteDuplicates`, they are deleted, and `keep` chooses which copy stays. With `dryRun`, they are only listed.
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
         * List the running jobs and the last 100 that ended, oldest first
         * @description The list survives a restart. A job that was running when the service stopped is listed as failed.
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
         * Cancel a job
         * @description The reply does not wait for the job to end. Documents that a scan or deletion has already changed stay changed; a cancelled reindexing has no effect.
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
         * @description Writes a consistent copy of the database to the directory NEARDUP_BACKUP_DIR, which must be set.
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
         * Get the numbers of documents and decisions
         * @description For one collection, or for all.
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
         * Get the number of decisions per hour for up to 90 days
         * @description For one collection, or for all. Hours without decisions are omitted.
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
    "/stats/hosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the number of decisions by host for up to 90 days
         * @description For one collection, or for all.
         */
        get: operations["hosts"];
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
         * @description Returns the metrics of the service in the text format of Prometheus.
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
         * @description For liveness probes. No key is needed.
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
         * @description For readiness probes. Checks that the store and the signing threads respond. No key is needed.
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
    "/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the version and the store of the service, and the rights of the key
         * @description Any key is accepted, including keys that are limited to certain collections.
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
         * List all settings with their values and meanings, and the names and rights of the keys
         * @description Secrets are not returned, only whether they are set. Neither are the keys themselves or their digests.
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
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream decisions of one collection or of all as server-sent events
         * @description Past events are not replayed. A client that reads too slowly is disconnected after a last event that says so.
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
            /** @description Additional words for splitting Chinese text, one per line, in the dictionary format of jieba: `word [frequency] [tag]`. */
            ownWords?: string | null;
            /** @description Stop words in addition to the built-in lists in `stopWords`, one per line. */
            ownStopWords?: string | null;
            /** @description IDF table that replaces the built-in one for `tfIdf` weighting. Each line has the form `word idf`. */
            ownIdf?: string | null;
            checksums?: {
                [key: string]: string;
            };
        };
        Side: {
            /** @description Plain text of the page. */
            text?: string | null;
            /** @description HTML of the page. Its main text is extracted. */
            html?: string | null;
            /** @description Words and their weights from your own text analysis. */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint?: string | null;
            /** @description Id of the recipe that `fingerprint` was computed with. */
            recipe?: string | null;
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
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
            /** @description Kind of problem. Later versions may add codes; treat an unknown code as its HTTP status says. */
            code: string;
            errors?: components["schemas"]["FieldError"][];
            /** @description Last decision about this id, if one is recorded. Only with `document_not_found`. */
            decision?: components["schemas"]["EarlierDecision"];
        };
        DescribedPage: {
            /** @description Title of the page, without the site name if the page shows which part that is. Null if it has none. */
            title: string | null;
            /** @description Name of the site. Null if the page does not state it. */
            siteName: string | null;
            /** @description Canonical URL that the page declares. A relative URL is resolved against the URL of the page, if that is known. Null if the page declares none. */
            canonical: string | null;
            /** @description Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. Null if the page does not state it. */
            language: string | null;
            /** @description Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time and offset. Null if the page does not state it. */
            publishedAt: string | null;
            /** @description Headings of the text, at most 50. */
            headings: string[];
            /** @description Id of another stored document that `canonical` refers to. It does not affect the decision. Null if there is none. */
            canonicalOf: string | null;
        };
        WeightedTerm: {
            term: string;
            weightA: number;
            weightB: number;
        };
        TermList: {
            /** @description Number of terms. Only those with the greatest weight are listed. */
            count: number;
            terms: components["schemas"]["WeightedTerm"][];
        };
        TermsOfBoth: {
            shared: components["schemas"]["TermList"];
            onlyA: components["schemas"]["TermList"];
            onlyB: components["schemas"]["TermList"];
        };
        Flip: {
            /** @description Bit number, from 0 to 63 for the most significant bit. */
            bit: number;
            /** @enum {string} */
            document: "a" | "b";
            terms: string[];
        };
        Evidence: {
            /** @description Words with their weights in both documents. Null if the words of a document are not known. */
            terms: components["schemas"]["TermsOfBoth"] | null;
            differingBits: number[];
            /** @description For each differing bit, the smallest set of words whose removal from the document flips the bit. */
            flips: components["schemas"]["Flip"][];
            /** @description Numbers of the 16-bit blocks in which the fingerprints are equal, from 0 for the most significant block. */
            equalBlocks: number[];
            /** @description Numbers of the bands in which the sketches are equal. Null if either document has no sketch. */
            sharedBands: number[] | null;
            /**
             * @description Reason why fields are null: the text of a stored document was not kept. Omitted otherwise.
             * @constant
             */
            reason?: "text_not_kept";
        };
        AddedPassage: {
            /** @description Start of the passage in the text, in UTF-16 code units, as in JavaScript. */
            start: number;
            /** @description End of the passage, exclusive, in UTF-16 code units. */
            end: number;
            /** @description At most 500 characters of the line, from `textStart` on. */
            text?: string;
            /** @description Position of the first character of `text`: that of the line, or in a long line a little before its first new words. */
            textStart: number;
            /**
             * @description Place of the line: the main text, or the other lines of the page. Positions count from its start.
             * @enum {string}
             */
            in: "main" | "rest";
            /** @description Hash of the line, as in `siteLines` and `GET /sites/{host}`. */
            line: number;
            /** @description Number of the newest pages of the site that have the line now. Only of a page that is named by its id, and of lines that its site repeats. */
            onSite?: components["schemas"]["OnSite"];
            /** @description Number of new words in the line. A Chinese character counts as two thirds of a word. */
            words: number;
            /** @description Runs of new words. Empty if the match has all words of the line, but not this line. */
            marks: components["schemas"]["NewWords"][];
        };
        Additions: {
            /** @description Whether the match has each line of this page. */
            nothing: boolean;
            /** @description Number of new words in the new lines. If only the signature of this document is known and not its text, number of new shingles. */
            words: number;
            /** @description Share of the page that is new, from 0 to 1. */
            share: number;
            /** @description Number of figures, such as dates and prices, that are new. */
            numbers: number;
            /** @description Number of lines that the match lacks. */
            lines: number;
            /** @description Lines that the match lacks, but that the site of this page repeats, so that they do not count: their hashes, as in `GET /sites/{host}`. Absent if there are none. */
            siteLines?: number[];
            /** @description New lines in order, at most 100. Only with `explain`. Null if the text is not kept, or if the match has just been deleted. */
            passages?: components["schemas"]["AddedPassage"][] | null;
            /** @description Whether there are more new lines than are listed. Omitted unless they are listed. */
            passagesTruncated?: boolean;
        };
        ContainmentError: {
            ofThis: number;
            ofMatch: number;
        };
        Containment: {
            /** @description Share of the shingles (word sequences) of this text that the match also has. */
            ofThis: number;
            /** @description Share of the shingles (word sequences) of the match that this text also has. */
            ofMatch: number;
            /** @description Half the width of the 95% interval of each share. It is 0 if the share is not an estimate. */
            error: components["schemas"]["ContainmentError"];
        };
        Match: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description Whether the match has each line of the document. */
            addsNothing: boolean;
            /**
             * @description Strictest level (`duplicateIf`) at which this page is a duplicate of the match.
             * @enum {string}
             */
            level: "exact" | "page" | "article" | "similar";
            /** @description What this text says and the match does not. Null if either side was sent as a fingerprint or features, or if enough other matches take precedence: the 4 nearest, and the 2 oldest of those that share the host, the title or a number with it; fewer for a very long text. */
            adds: components["schemas"]["Additions"] | null;
            /** @description Whether this page has everything that the match has. Null if it is not known. */
            covers: boolean | null;
            /** @description How much of each text is contained in the other. Usually an estimate; see `error`. Null if it is not known. */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other, `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. Null if the containment is not known.
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            storedAt: string;
            /** @description Evidence for the match. Only with `explain`. Null if the match has just been deleted. */
            evidence?: components["schemas"]["Evidence"] | null;
        };
        Claim: {
            /**
             * Format: date-time
             * @description Time at which the document expires unless it is confirmed before.
             */
            expiresAt: string;
            /** @description Hash of the content, to be sent with the confirmation. Only in the decision that stored the document. */
            contentHash?: string;
        };
        StoredFacts: {
            /** @description Title of the page, without the site name if the page shows which part that is. Null if it has none. */
            title: string | null;
            /** @description Name of the site. Null if the page does not state it. */
            siteName: string | null;
            /** @description Canonical URL that the page declares. A relative URL is resolved against the URL of the page, if that is known. Null if the page declares none. */
            canonical: string | null;
            /** @description Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. Null if the page does not state it. */
            language: string | null;
            /** @description Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time and offset. Null if the page does not state it. */
            publishedAt: string | null;
        };
        StoredDocument: {
            id: string;
            collection: string;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What the page states about itself. Null if nothing is known. */
            page: components["schemas"]["StoredFacts"] | null;
            /** @description Name and version of the extractor that produced the text. Null if it is not known, as for a plain text. */
            extractor: string | null;
            revision: number;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            storedAt: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            lastSeenAt: string;
            seenCount: number;
            /**
             * Format: date-time
             * @description Time at which the document expires. From then on, it counts as absent. Null if it never expires.
             */
            expiresAt: string | null;
            /** @description Lines of the page that the service knows. Null if it was sent as features or a fingerprint, or stored by an earlier version. */
            lines: components["schemas"]["LineCounts"] | null;
            /** @description Id of the cluster that the document is in. Null if it is in none. */
            cluster: string | null;
            /** @description Claim on the document. Omitted unless the document is claimed. */
            claim?: components["schemas"]["Claim"];
            /** @description First 240 characters of the kept text. Only in lists with `include=excerpt`. Null if no text is kept. */
            excerpt?: string | null;
        };
        Cluster: {
            id: string;
            collection: string;
            /** @description Number of stored members. */
            size: number;
            /** @description Number of refused members: ids that were refused as duplicates, up to `keepRefused` of the collection. */
            refused: number;
            /** @description Id of the representative: the stored member that was chosen as such or, if none was, the one that joined first. */
            representative: string;
            /** @description Lowest similarity of a member to its match. After a member has left a cluster of more than 100, it may be too high. Null if no similarity is known. */
            leastSimilarity: number | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time at which a member last joined or left.
             */
            updatedAt: string;
        };
        MemberMatch: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description Whether the match has each line of the document. */
            addsNothing: boolean;
            /** @description How much of each text is contained in the other. Usually an estimate; see `error`. Null if it is not known. */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other, `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. Null if the containment is not known.
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            at: string;
        };
        Member: {
            id: string;
            stored: boolean;
            representative: boolean;
            /** @description Match of the member when it joined. Null for the first member, which had none. */
            match: components["schemas"]["MemberMatch"] | null;
            /** @description Whether `match` is the representative with its current content. True for the representative itself. */
            measuredAgainstRepresentative: boolean;
        };
        PlaceInCluster: {
            id: string;
            /** @description Id of the cluster. */
            cluster: string;
        };
        Separation: {
            /** @description Id that comes first in the order of the UTF-8 bytes. */
            a: string;
            b: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
        };
        Label: {
            /** @description Id that comes first in the order of the UTF-8 bytes. */
            a: string;
            b: string;
            /** @enum {string} */
            label: "same" | "version" | "different";
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
        };
        BorderPair: {
            /** @description Id that comes first in the order of the UTF-8 bytes. */
            a: string;
            b: string;
            distance: number;
            similarity: number | null;
            /** @description Whether the two match by the settings of the collection. */
            match: boolean;
            /** @description Whether the two match and one of them has each line of the other. */
            addsNothing: boolean;
        };
        ScanResult: {
            /** @description Number of documents compared. */
            documents: number;
            /** @description Number of documents that are duplicates of their best match. */
            duplicates: number;
            /** @description Number of documents that are similar to their best match, but not duplicates of it. */
            similar: number;
            /** @description Number of documents added to clusters. */
            seated: number;
            deleted: number;
            /** @description Number of documents skipped because they or their matches changed in the meantime. */
            left: number;
            /** @description First pairs that a dry run found. Null for other scans, and in lists of jobs. */
            pairs: components["schemas"]["ScanResultPair"][] | null;
            /** @description Whether there are more pairs than `pairs` lists. */
            truncated: boolean;
        };
        Job: {
            id: string;
            /** @enum {string} */
            kind: "reindex" | "delete" | "scan";
            collection: string;
            /** @description Options of the job: those of a scan, or the `recipeId` of the new recipe for a reindexing. Empty for a deletion, so that no id is recorded. */
            parameters: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            state: "running" | "succeeded" | "failed" | "cancelled";
            /** @description Progress in documents. `total` is null if it is not known. */
            progress: components["schemas"]["JobProgress"];
            /** @description Mean rate since the job started or, if it has ended, over the whole job. */
            documentsPerSecond: number;
            /** @description Result of the scan. Null unless the job is a scan that succeeded. */
            result: components["schemas"]["ScanResult"] | null;
            /** @description Reason why the job failed. Null unless it failed. */
            error: components["schemas"]["Problem"] | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            endedAt: string | null;
        };
        CollectionStats: {
            /** @description Number of documents. Expired documents are counted until they are removed in the background. */
            documents: number;
            /** @description Number of distinct contents: documents with the same text share one. Those of deleted documents are counted until they are removed in the background. */
            contents: number;
            /** @description Number of checks by decision, without dry runs. */
            decisions: components["schemas"]["CollectionStatsDecisions"];
            /**
             * Format: date-time
             * @description Start of the hour of the last decision. Null if there was none in the last 90 days.
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
            /** @description Index that finds texts contained in other texts. Null if there is no such index. */
            parts?: components["schemas"]["RecipeParts"] | null;
            /** @description Additional words for splitting Chinese text, one per line, in the dictionary format of jieba: `word [frequency] [tag]`. */
            ownWords?: string | null;
            /** @description Stop words in addition to the built-in lists in `stopWords`, one per line. */
            ownStopWords?: string | null;
            /** @description IDF table that replaces the built-in one for `tfIdf` weighting. Each line has the form `word idf`. */
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
            /** @description Two texts also match if at least this share of one of them is contained in the other. Null if containment alone does not make a match. */
            minContainment: number | null;
            /**
             * @description Level at which a match makes a document a duplicate.
             * @enum {string}
             */
            duplicateIf: "exact" | "page" | "article" | "similar";
            /** @description Time to live of documents that are sent without one, in seconds. Null if they never expire. */
            ttlSeconds: number | null;
            keepText: boolean;
            /** @description Maximum number of refused ids that a cluster lists. */
            keepRefused: number;
            /** @description Number of similar stored documents (`family` in decisions) from which a further similar one is not stored. Null if they are all stored. */
            keepPerFamily: number | null;
            /** @description Whether lines that a site repeats are left out when its pages are compared. */
            siteLines: boolean;
            /** @description How long refused pages are kept, and whether their texts are kept as well. Null if refused pages are not kept. */
            refusedPages: components["schemas"]["RefusedPages"] | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
            /** @description Reason why this release cannot use the collection. Null if it can. */
            problem: string | null;
            /** @description Recall: the probability that a search finds a document with the given similarity, with the thresholds of the collection. Null if it is not known. */
            recallAt: components["schemas"]["CollectionRecallAt"] | null;
            /** @description Counts of documents and decisions. Only in lists with `include=stats`. */
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
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
            /** @description Reason why this release cannot use the collection. Null if it can. */
            problem: string | null;
            /** @description Counts of documents and decisions. Only in lists with `include=stats`. */
            stats?: components["schemas"]["CollectionStats"];
        };
        Key: {
            name: string;
            /** @description Scopes of the key, from the narrowest to the widest. */
            scopes: ("read" | "write" | "admin")[];
            /** @description Collections that the key may access. Null if it may access all. */
            collections: string[] | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            expiresAt: string | null;
            /** @description Bytes that the key has sent today (UTC) in the bodies of writing requests, since the service started. */
            writtenBytesToday: number;
        };
        Setting: {
            /** @description Name of the environment variable. */
            name: string;
            /** @description Value as written in the variable. A secret is shown as `(set)`. Null if there is no value. */
            value: string | null;
            isDefault: boolean;
            description: string;
        };
        Service: {
            version: string;
            /** @description Version of Node.js. */
            node: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            startedAt: string;
            uptimeSeconds: number;
            /**
             * @description Where documents are stored: in an SQLite file (`sqlite`), in memory only (`memory`) or in Cassandra (`cassandra`), which does not support all operations.
             * @enum {string}
             */
            store: "sqlite" | "memory" | "cassandra";
            /** @description Whether requests need a key. */
            authentication: boolean;
            /** @description Key of this request. Null if no key is needed. */
            key: components["schemas"]["Key"] | null;
        };
        EarlierVersion: {
            distance: number;
            similarity: number | null;
            /** @description What this page says and the previous version does not. Null if either was sent as a fingerprint or features. */
            adds: components["schemas"]["Additions"] | null;
            /** @description Number of lines of the previous version that this page lacks. Null if either was sent as a fingerprint or features. */
            gone: number | null;
        };
        Decision: {
            /** @enum {string} */
            decision: "new" | "similar" | "duplicate" | "changed" | "unchanged";
            /** @description Whether this check stored the document. Write the page if, and only if, it is true. */
            stored: boolean;
            /**
             * @description Reason for a decision that the best match alone does not explain. `familyFull`: a similar document was not stored, because the collection already has `keepPerFamily` similar ones of the same host. `outlivesMatch`: the document is not a duplicate of its best match, because the match was stored for a shorter lifetime. `matchIsLonger`: the best match has each line of the document, but is much longer, so the document is stored. Null otherwise.
             * @enum {string|null}
             */
            reason: "familyFull" | "outlivesMatch" | "matchIsLonger" | null;
            id: string | null;
            collection: string;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            /** @description Name and version of the extractor that produced the text. Omitted unless the content is a page, or a fingerprint that was sent with an extractor. */
            extractor?: string;
            /** @description Id of the best match, if it makes the document a duplicate. Null otherwise. */
            duplicateOf: string | null;
            /** @description Id of the best match, if the document is similar to it but not a duplicate. Null otherwise. */
            similarTo: string | null;
            /** @description Ids of the documents that this one replaced, or will replace when its claim is confirmed. See `onDuplicate` and `onCovered`. */
            replaced: string[];
            /** @description Comparison with the version that was stored under this id before. Null if there was none. */
            previous: components["schemas"]["EarlierVersion"] | null;
            /** @description Id of the cluster that the document is in or, if it was not stored, that its best match is in. Null if there is none. */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            /** @description Whether there are more matches than `matches` lists, or may be, because not all candidates were compared. */
            truncated: boolean;
            /** @description Number of similar stored documents of the same host with different contents, at most 16. Ids that are no URLs have one host in common. Null if they were not counted. */
            family: number | null;
            /** @description Claim on the stored, unchanged or matched document. Omitted if there is none. */
            claim?: components["schemas"]["Claim"];
            /**
             * Format: date-time
             * @description Time when the best match expires, if the document was not stored, or was stored because it outlives the match. Omitted if the match does not expire.
             */
            matchExpiresAt?: string;
            /** @description What the page states about itself. Only with `include: ["page"]`. Null if the content is not a page. */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        PassageMatch: {
            /** @description Start of the passage in the text, in UTF-16 code units, as in JavaScript. */
            start: number;
            /** @description End of the passage, exclusive, in UTF-16 code units. */
            end: number;
            /** @description First 500 characters of the passage. Only with `texts` or `explain`. */
            text?: string;
        };
        Passage: {
            /** @description Start of the passage in the text, in UTF-16 code units, as in JavaScript. */
            start: number;
            /** @description End of the passage, exclusive, in UTF-16 code units. */
            end: number;
            /** @description First 500 characters of the passage. Only with `texts` or `explain`. */
            text?: string;
            words: number;
            /** @description Place of the passage in the other text. Null if that text is not kept. */
            match: components["schemas"]["PassageMatch"] | null;
        };
        AddedDocument: {
            id: string;
            collection: string;
            /** @enum {string} */
            status: "created" | "replaced" | "unchanged";
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            /** @description Name and version of the extractor that produced the text. Omitted unless the content is a page, or a fingerprint that was sent with an extractor. */
            extractor?: string;
            revision: number;
            /** @description What the page states about itself. Only with `include: ["page"]`. Null if the content is not a page. */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        QueryResult: {
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            matches: components["schemas"]["Match"][];
            /** @description Number of distinct contents that were compared: those with a similar fingerprint or a band of the sketch in common. Of a large number of pages from one template, only some are compared. */
            candidates: number;
            /** @description Whether there are more matches than `matches` lists, or may be, because not all candidates were compared. */
            truncated: boolean;
            /** @description Share of the shingles (word sequences) of the text that are too common to find anything, because 256 or more stored texts are indexed by them. A lower bound for texts of fewer than about 1,000 words. Null without `minContainment`, or if it is not known. */
            commonShare: number | null;
            /** @description Where the next page starts. Only with `order` `distance`. Null on the last page; another page may be empty. */
            nextCursor?: string | null;
            /** @description What the page states about itself. Only with `include: ["page"]`. Null if the content is not a page. */
            page?: components["schemas"]["DescribedPage"] | null;
            tookMs: number;
        };
        Comparison: {
            /** @description Whether the two match by the thresholds of the collection. */
            match: boolean;
            exact: boolean;
            /** @description Whether the two match and `b` has each line of `a`. */
            addsNothing: boolean;
            /**
             * @description Strictest level (`duplicateIf`) at which this page is a duplicate of the match.
             * @enum {string}
             */
            level: "exact" | "page" | "article" | "similar";
            /** @description What this text says and the match does not. Null if either side was sent as a fingerprint or features, or if enough other matches take precedence: the 4 nearest, and the 2 oldest of those that share the host, the title or a number with it; fewer for a very long text. */
            adds: components["schemas"]["Additions"] | null;
            /** @description Whether this page has everything that the match has. Null if it is not known. */
            covers: boolean | null;
            distance: number;
            similarity: number | null;
            jaccard: number | null;
            /** @description How much of `a` is contained in `b`, and of `b` in `a`. Estimated from the sketches if `setsOf` is null, exact otherwise. */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description Relation of `a` to `b`: `equal` if at least 0.8 of each is contained in the other, `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. Null if the containment is not known.
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /**
             * @description What `jaccard` and `containment` are computed from: word sequences or single words. Null if the words are not known.
             * @enum {string|null}
             */
            setsOf: "shingles" | "terms" | null;
            cosine: number | null;
            euclidean: number | null;
            correlation: number | null;
            fingerprints: components["schemas"]["ComparisonFingerprints"];
            /** @description Whether either text is so short that a match needs a higher similarity. */
            shortText: boolean;
            /**
             * @description Reason why fields are null: the text of a stored document was not kept. Omitted otherwise.
             * @constant
             */
            reason?: "text_not_kept";
            /** @description Words with their weights in both documents. Null if the words of a document are not known. */
            terms?: components["schemas"]["TermsOfBoth"] | null;
            differingBits?: number[];
            /** @description For each differing bit, the smallest set of words whose removal from the document flips the bit. */
            flips?: components["schemas"]["Flip"][];
            /** @description Numbers of the 16-bit blocks in which the fingerprints are equal, from 0 for the most significant block. */
            equalBlocks?: number[];
            /** @description Numbers of the bands in which the sketches are equal. Null if either document has no sketch. */
            sharedBands?: number[] | null;
            /** @description Difference of the two texts, piece by piece, as they were sent. Pieces that both have are quoted from `b`. Only with `explain`. Null if there is no difference to show. */
            diff?: components["schemas"]["ComparisonDiff"][] | null;
            /** @description Passages of at least eight words that `a` and `b` have in common, with their places in `b` (`match`). Only with `explain`. Null unless both texts are available. */
            passages?: components["schemas"]["Passage"][] | null;
        };
        Overlap: {
            /** @description Number of words in the text. */
            words: number;
            /** @description Share of these words that are in a passage of at least one document, from 0 to 1. */
            share: number;
            /** @description Stretches of the text that are covered by passages without a gap, at most 100, longest first. The documents of each are listed by how much of it they contain, most first. */
            passages: components["schemas"]["OverlapPassage"][];
            /** @description Documents that contain passages of the text, best match first. */
            documents: components["schemas"]["OverlapDocument"][];
            /** @description Whether there are more documents than were examined. */
            truncated: boolean;
            /** @description Share of the shingles (word sequences) of the text that are too common to find anything, because 256 or more stored texts are indexed by them. A lower bound for texts of fewer than about 1,000 words. Null without `minContainment`, or if it is not known. */
            commonShare: number | null;
            tookMs: number;
        };
        Fingerprint: {
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            /** @description Name and version of the extractor that produced the text. Omitted unless the content is a page, or a fingerprint that was sent with an extractor. */
            extractor?: string;
            recipe: string;
        };
        ExtractedPage: {
            /** @description Title of the page, without the site name if the page shows which part that is. Null if it has none. */
            title: string | null;
            /** @description Name of the site. Null if the page does not state it. */
            siteName: string | null;
            /** @description Canonical URL that the page declares. A relative URL is resolved against the URL of the page, if that is known. Null if the page declares none. */
            canonical: string | null;
            /** @description Language of the page as a BCP 47 tag, such as `en` or `zh-CN`. Null if the page does not state it. */
            language: string | null;
            /** @description Publication date in ISO 8601, as precise as the page states it: `2027-01-31`, or with a time and offset. Null if the page does not state it. */
            publishedAt: string | null;
            /** @description Headings of the text, at most 50. */
            headings: string[];
            /** @description Main text. */
            text: string;
            /** @description All other lines of the page. */
            rest: string;
            /** @description Whether each line is a block of the page. If not, a line break may be a mere wrap. */
            isBlocks: boolean;
            /** @description All lines in order. */
            lines: components["schemas"]["ExtractedLine"][];
            /** @description Character encoding that the page was decoded with. Null if there was nothing to decode. */
            charset: string | null;
            /** @enum {string|null} */
            charsetSource: "bom" | "header" | "meta" | "detected" | "default" | null;
            /** @description Name and version of the extractor that produced the text. */
            extractor: string;
        };
        Document: {
            id: string;
            collection: string;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            metadata?: {
                [key: string]: unknown;
            };
            /** @description What the page states about itself. Null if nothing is known. */
            page: components["schemas"]["StoredFacts"] | null;
            /** @description Name and version of the extractor that produced the text. Null if it is not known, as for a plain text. */
            extractor: string | null;
            revision: number;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            storedAt: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            lastSeenAt: string;
            seenCount: number;
            /**
             * Format: date-time
             * @description Time at which the document expires. From then on, it counts as absent. Null if it never expires.
             */
            expiresAt: string | null;
            /** @description Lines of the page that the service knows. Null if it was sent as features or a fingerprint, or stored by an earlier version. */
            lines: components["schemas"]["LineCounts"] | null;
            /** @description Id of the cluster that the document is in. Null if it is in none. */
            cluster: string | null;
            /** @description Claim on the document. Omitted unless the document is claimed. */
            claim?: components["schemas"]["Claim"];
            /** @description Kept main text of the document. Only with `include=text`. Null if the text is not kept. */
            text?: string | null;
            /** @description All other lines of the page, such as menus and dates beside the main text. Omitted without a kept text. */
            rest?: string;
            /**
             * @description Reason why `text` is null. Omitted otherwise.
             * @constant
             */
            reason?: "text_not_kept";
            /** @description Match that the document had when it was stored. Only with `include=match`. Null if it had none, or if it is no longer in a cluster. */
            match?: components["schemas"]["MemberMatch"] | null;
        };
        LookupResult: {
            documents: components["schemas"]["StoredDocument"][];
            missing: string[];
            /** @description Last decision about each missing id: why it was not stored, or how it was replaced. Missing ids without one were never refused. Only with `include: ["decision"]`. */
            decisions?: components["schemas"]["LoggedDecision"][];
            /** @description Ids that were not looked up because the documents before them reached the limit of 1 MiB. Request these again. */
            remaining: string[];
        };
        DeletionResult: {
            deleted: string[];
            missing: string[];
        };
        ConfirmationResult: {
            /** @description Ids of the documents that are confirmed, by this request or an earlier one. */
            confirmed: string[];
            /** @description Ids of documents that are absent, have other content, or are claimed by another client. */
            missing: string[];
        };
        DocumentPage: {
            documents: components["schemas"]["StoredDocument"][];
            nextCursor: string | null;
        };
        CollectionList: {
            /** @description Collections on this page, in brief form with `fields=brief`. */
            collections: (components["schemas"]["Collection"] | components["schemas"]["BriefCollection"])[];
            nextCursor: string | null;
            /** @description Number of collections on all pages: those that match `search` and that the key may access. */
            total: number;
            /** @description Sums over the collections on all pages. Only with `include=stats`. */
            totals?: components["schemas"]["CollectionListTotals"];
        };
        JobList: {
            jobs: components["schemas"]["Job"][];
        };
        Stats: {
            /** @description Number of documents. Expired documents are counted until they are removed in the background. */
            documents: number;
            /** @description Number of distinct contents: documents with the same text share one. Those of deleted documents are counted until they are removed in the background. */
            contents: number;
            /** @description Number of distinct fingerprints. Those of deleted documents are counted until they are removed in the background. */
            fingerprints: number;
            /** @description Number of claimed documents that are not confirmed yet. */
            claims: number;
            /** @description Size of the database files. Null for a single collection. */
            bytes: number | null;
            /** @description Number of checks by decision, without dry runs. */
            decisions: components["schemas"]["StatsDecisions"];
            /** @description Number of documents with a match, by the distance of their best match, from 0 to 64. */
            distances: number[];
            /** @description Number of documents with a match, by the similarity of their best match, in bins of 0.05. */
            similarities: number[];
        };
        DecisionHistory: {
            /** @constant */
            stepSeconds: 3600;
            /** @description Hours in which there were decisions, oldest first. */
            points: components["schemas"]["DecisionHistoryPoint"][];
        };
        ClusterPage: {
            clusters: components["schemas"]["Cluster"][];
            nextCursor: string | null;
        };
        ClusterWithMembers: {
            id: string;
            collection: string;
            /** @description Number of stored members. */
            size: number;
            /** @description Number of refused members: ids that were refused as duplicates, up to `keepRefused` of the collection. */
            refused: number;
            /** @description Id of the representative: the stored member that was chosen as such or, if none was, the one that joined first. */
            representative: string;
            /** @description Lowest similarity of a member to its match. After a member has left a cluster of more than 100, it may be too high. Null if no similarity is known. */
            leastSimilarity: number | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Time at which a member last joined or left.
             */
            updatedAt: string;
            /** @description Up to 20 other clusters with a match of one of the first 100 stored members, nearest first. Only with `include=related`. */
            related?: components["schemas"]["RelatedCluster"][];
            /** @description One page of members: stored ones first, each group in the order in which its members joined. */
            members: components["schemas"]["Member"][];
            nextCursor: string | null;
        };
        HostMembers: {
            /** @description Host of the ids. Null for ids that are not URLs. */
            host: string | null;
            stored: number;
            refused: number;
        };
        ClusterHosts: {
            /** @description Hosts with the most members first, at most 100. */
            hosts: components["schemas"]["HostMembers"][];
            /** @description Number of hosts that are not listed. */
            others: number;
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
            /** @description Pairs, the most uncertain first. Empty if there is nothing to label. */
            pairs: components["schemas"]["BorderPair"][];
        };
        ThresholdRecommendation: {
            /**
             * @description Setting that the recommendation applies to.
             * @enum {string}
             */
            setting: "minSimilarity" | "maxDistance";
            /** @description Current value of this setting. */
            threshold: number;
            /** @description Recommended threshold. Null if there are fewer than five labels, or if either all of them are `different` or none is. */
            recommended: components["schemas"]["ThresholdRecommendationRecommended"] | null;
            /** @description Number of labels that were used. */
            labels: components["schemas"]["ThresholdRecommendationLabels"];
            /** @description Number of labels that were ignored: pairs with a short text or without a sketch have other thresholds. */
            ignored: number;
        };
        Backup: {
            /** @description File name of the copy in NEARDUP_BACKUP_DIR. */
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
            /** @description Always true. */
            ok: boolean;
            id: string;
            collection: string;
            /** @enum {string} */
            status: "created" | "replaced" | "unchanged";
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            /** @description Name and version of the extractor that produced the text. Omitted unless the content is a page, or a fingerprint that was sent with an extractor. */
            extractor?: string;
            revision: number;
            /** @description What the page states about itself. Only with `include: ["page"]`. Null if the content is not a page. */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        BulkChecked: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "checked";
            line: number;
            /** @description Always true. */
            ok: boolean;
            /** @enum {string} */
            decision: "new" | "similar" | "duplicate" | "changed" | "unchanged";
            /** @description Whether this check stored the document. Write the page if, and only if, it is true. */
            stored: boolean;
            /**
             * @description Reason for a decision that the best match alone does not explain. `familyFull`: a similar document was not stored, because the collection already has `keepPerFamily` similar ones of the same host. `outlivesMatch`: the document is not a duplicate of its best match, because the match was stored for a shorter lifetime. `matchIsLonger`: the best match has each line of the document, but is much longer, so the document is stored. Null otherwise.
             * @enum {string|null}
             */
            reason: "familyFull" | "outlivesMatch" | "matchIsLonger" | null;
            id: string | null;
            collection: string;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint: string;
            /** @description Number of distinct features (words, for a text). Null if only a fingerprint was sent. */
            featureCount: number | null;
            /** @description Whether the text is so short that a match needs a higher similarity. */
            shortText: boolean;
            /** @description Name and version of the extractor that produced the text. Omitted unless the content is a page, or a fingerprint that was sent with an extractor. */
            extractor?: string;
            /** @description Id of the best match, if it makes the document a duplicate. Null otherwise. */
            duplicateOf: string | null;
            /** @description Id of the best match, if the document is similar to it but not a duplicate. Null otherwise. */
            similarTo: string | null;
            /** @description Ids of the documents that this one replaced, or will replace when its claim is confirmed. See `onDuplicate` and `onCovered`. */
            replaced: string[];
            /** @description Comparison with the version that was stored under this id before. Null if there was none. */
            previous: components["schemas"]["EarlierVersion"] | null;
            /** @description Id of the cluster that the document is in or, if it was not stored, that its best match is in. Null if there is none. */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            /** @description Whether there are more matches than `matches` lists, or may be, because not all candidates were compared. */
            truncated: boolean;
            /** @description Number of similar stored documents of the same host with different contents, at most 16. Ids that are no URLs have one host in common. Null if they were not counted. */
            family: number | null;
            /** @description Claim on the stored, unchanged or matched document. Omitted if there is none. */
            claim?: components["schemas"]["Claim"];
            /**
             * Format: date-time
             * @description Time when the best match expires, if the document was not stored, or was stored because it outlives the match. Omitted if the match does not expire.
             */
            matchExpiresAt?: string;
            /** @description What the page states about itself. Only with `include: ["page"]`. Null if the content is not a page. */
            page?: components["schemas"]["DescribedPage"] | null;
        };
        BulkFailed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "failed";
            line: number;
            /** @description Always false. */
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
            /** @description Reason why the lines after the first `total` were not read. Omitted if all lines were read. */
            error?: components["schemas"]["Problem"];
        };
        BulkLine: components["schemas"]["BulkAdded"] | components["schemas"]["BulkChecked"] | components["schemas"]["BulkFailed"] | components["schemas"]["BulkSummary"];
        HostDecisions: {
            /** @description Host of the ids, without `www.`. Null for ids that are not URLs. */
            host: string | null;
            new: number;
            similar: number;
            duplicate: number;
            changed: number;
            unchanged: number;
        };
        RecipeChoiceParts: {
            /** @description Number of words in a shingle, a sequence of consecutive words. */
            words?: number;
            /** @description One in this many shingles of a long text is indexed. */
            oneIn?: number;
            /** @description Minimum number of shingles indexed per text. A text with fewer shingles is indexed by all of them. */
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
            /** @description Similarity of the two documents. Null if it is not known, as with the method `simhash`. */
            similarity: number | null;
            /** @description Number of bits in which the fingerprints differ. Null if it is not known. */
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
            /** @description Number of words in a shingle, a sequence of consecutive words. */
            words: number;
            /** @description One in this many shingles of a long text is indexed. */
            oneIn: number;
            /** @description Minimum number of shingles indexed per text. A text with fewer shingles is indexed by all of them. */
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
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            a: string;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            b: string;
        };
        ComparisonDiff: {
            /** @enum {string} */
            in: "both" | "a" | "b";
            text: string;
        };
        OverlapPassage: {
            /** @description Start of the passage in the text, in UTF-16 code units, as in JavaScript. */
            start: number;
            /** @description End of the passage, exclusive, in UTF-16 code units. */
            end: number;
            /** @description First 500 characters of the passage. Only with `texts` or `explain`. */
            text?: string;
            words: number;
            /** @description Ids of the documents that contain it. */
            documents: string[];
        };
        OverlapDocument: {
            id: string;
            /** @description Share of the words of the text that this document contains, from 0 to 1. */
            share: number;
            /** @description False if the text of the document is not kept, so that passages were found only from a sample of its word sequences. */
            exact: boolean;
            similarity: number | null;
            /** @description How much of each text is contained in the other. Usually an estimate; see `error`. Null if it is not known. */
            containment: components["schemas"]["Containment"] | null;
            /**
             * @description Relation of this text to the match: `equal` if at least 0.8 of each is contained in the other, `containedIn` or `contains` if this holds for only one of them, otherwise `overlaps`. Null if the containment is not known.
             * @enum {string|null}
             */
            relation: "equal" | "contains" | "containedIn" | "overlaps" | null;
            /** @description Passages in the order of the text, at most the 100 longest. */
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
             * @description Start of the hour.
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
            /** @description 95% interval of the threshold. */
            interval: components["schemas"]["ThresholdRecommendationRecommendedInterval"];
            /** @description Estimated number of further labels needed to narrow the interval to 0.1. It is 0 if the interval is narrow enough. */
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
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            id?: string | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
            /** @description Your own data about the document: a JSON object of at most 16 KiB and 64 levels. It is returned whenever the document is a match. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Title of the page. Replaces the title that is found in the page itself; an empty one counts as omitted. */
            title?: string | null;
            /** @description With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`. */
            include?: "page"[] | null;
            /** @description Time to live of the document in seconds. Defaults to the time to live set for the collection. */
            ttlSeconds?: number | null;
            /** @description Plain text of the page. */
            text?: string | null;
            /** @description HTML of the page. Its main text is extracted. */
            html?: string | null;
            /** @description Words and their weights from your own text analysis. */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint?: string | null;
            /** @description Id of the recipe that `fingerprint` was computed with. */
            recipe?: string | null;
            /** @description Name and version of the extractor that produced the text of the fingerprint. Only with `fingerprint`. */
            extractor?: string | null;
            /**
             * @description Level at which a match makes a document a duplicate: the same page (`exact`), a page with each of its lines (`page`), an article with each line of its main text (`article`), or any match (`similar`).
             * @enum {string|null}
             */
            duplicateIf?: "exact" | "page" | "article" | "similar" | null;
            /**
             * @description What happens to a duplicate: it is not stored (`skip`), it is stored (`store`), or it replaces the stored documents whose content it covers (`replace`). The default is `skip`.
             * @enum {string|null}
             */
            onDuplicate?: "skip" | "store" | "replace" | null;
            /**
             * @description What happens to new content of an id that is already stored: it is stored (`store`), or the previous version is kept if the new one is a duplicate of another document (`keep`). The default is `store`.
             * @enum {string|null}
             */
            onChange?: "store" | "keep" | null;
            /**
             * @description What happens to stored documents whose content the new document covers while it adds something: they are kept (`keep`) or replaced by it (`replace`). The default is `keep`.
             * @enum {string|null}
             */
            onCovered?: "keep" | "replace" | null;
            /**
             * @description Decide without storing anything.
             * @default false
             */
            dryRun?: boolean | null;
            /** @description Claims the document: once stored, it expires after this many seconds unless you confirm it. */
            claimSeconds?: number | null;
            /** @description Name of the client that claims the document. Use a name that stays the same across restarts. Defaults to the API key. */
            claimant?: string | null;
            /** @description Greatest number of fingerprint bits in which a match may differ. */
            maxDistance?: number | null;
            /** @description Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown. */
            minSimilarity?: number | null;
            /** @description Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off. */
            minContainment?: number | null;
            /** @description Compares only with documents that were first stored at most this long ago, such as `7d`, `12h`, `30m` or `45s`. Others count as absent. */
            within?: string | null;
            /**
             * @description Compares only with documents of the host in the id of the page, which must be an address. Others count as absent.
             * @default false
             */
            sameHost?: boolean | null;
            /** @description Maximum number of matches to list. */
            limit?: number | null;
        };
        QueryRequest: {
            /** @description Plain text of the page. */
            text?: string | null;
            /** @description HTML of the page. Its main text is extracted. */
            html?: string | null;
            /** @description Words and their weights from your own text analysis. */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint?: string | null;
            /** @description Id of the recipe that `fingerprint` was computed with. */
            recipe?: string | null;
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            id?: string | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
            /** @description Greatest number of fingerprint bits in which a match may differ. */
            maxDistance?: number | null;
            /** @description Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown. */
            minSimilarity?: number | null;
            /** @description Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off. */
            minContainment?: number | null;
            /** @description Compares only with documents that were first stored at most this long ago, such as `7d`, `12h`, `30m` or `45s`. Others count as absent. */
            within?: string | null;
            /**
             * @description Compares only with documents of the host in the id of the page, which must be an address. Others count as absent.
             * @default false
             */
            sameHost?: boolean | null;
            /** @description Maximum number of matches to list. */
            limit?: number | null;
            /**
             * @description Also return the evidence for each match. Requires a `limit` of at most 50.
             * @default false
             */
            explain?: boolean | null;
            /** @description With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`. */
            include?: "page"[] | null;
            /**
             * @description `best`: the best matches. `distance`: every document whose fingerprint is within `maxDistance`, whatever its similarity, nearest first, in pages. The default is `best`.
             * @enum {string|null}
             */
            order?: "best" | "distance" | null;
            /** @description `nextCursor` of the previous page. Only with `order` `distance`. */
            cursor?: string | null;
        };
        OverlapRequest: {
            /** @description Plain text of the page. */
            text?: string | null;
            /** @description HTML of the page. Its main text is extracted. */
            html?: string | null;
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            id?: string | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
            /**
             * @description Documents are examined if at least this share of one of the two texts is contained in the other.
             * @default 0.05
             */
            minContainment?: number | null;
            /**
             * @description Minimum length of a passage in words.
             * @default 8
             */
            minWords?: number | null;
            /**
             * @description Maximum number of documents to examine, best matches first.
             * @default 10
             */
            limit?: number | null;
            /**
             * @description Also return the first 500 characters of each passage.
             * @default false
             */
            texts?: boolean | null;
        };
        FingerprintRequest: {
            /** @description Plain text of the page. */
            text?: string | null;
            /** @description HTML of the page. Its main text is extracted. */
            html?: string | null;
            /** @description Words and their weights from your own text analysis. */
            features?: components["schemas"]["Feature"][] | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        ExtractRequest: {
            /** @description HTML of the page. Its main text is extracted. */
            html: string;
            /** @description URL of the page. Relative URLs in the page are resolved against it. */
            url?: string | null;
        };
        AddDocumentRequest: {
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            id?: string | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
            /** @description Your own data about the document: a JSON object of at most 16 KiB and 64 levels. It is returned whenever the document is a match. */
            metadata?: {
                [key: string]: unknown;
            } | null;
            /** @description Title of the page. Replaces the title that is found in the page itself; an empty one counts as omitted. */
            title?: string | null;
            /** @description With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`. */
            include?: "page"[] | null;
            /** @description Time to live of the document in seconds. Defaults to the time to live set for the collection. */
            ttlSeconds?: number | null;
            /** @description Plain text of the page. */
            text?: string | null;
            /** @description HTML of the page. Its main text is extracted. */
            html?: string | null;
            /** @description Words and their weights from your own text analysis. */
            features?: components["schemas"]["Feature"][] | null;
            /** @description 64-bit fingerprint as 16 lower-case hex digits. */
            fingerprint?: string | null;
            /** @description Id of the recipe that `fingerprint` was computed with. */
            recipe?: string | null;
            /** @description Name and version of the extractor that produced the text of the fingerprint. Only with `fingerprint`. */
            extractor?: string | null;
        };
        CompareRequest: {
            a: components["schemas"]["Side"];
            b: components["schemas"]["Side"];
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
            /**
             * @description Also return the words, the differing bits and the difference of the texts.
             * @default false
             */
            explain?: boolean | null;
        };
        LookupDocumentsRequest: {
            ids: string[];
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
            /** @description `excerpt` adds the first 240 characters of each kept text. `decision` adds the last decisions about the missing ids. */
            include?: ("excerpt" | "decision")[] | null;
        };
        ConfirmDocumentsRequest: {
            /** @description Documents whose pages you have written, each with the hash of its content. */
            documents: components["schemas"]["ConfirmedDocument"][];
            /** @description Name of the client that claimed the documents. Defaults to the API key. */
            claimant?: string | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        DeleteDocumentsRequest: {
            ids?: string[] | null;
            /** @description Prefix that all the ids begin with, such as the URL of a site. */
            idPrefix?: string | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        SetRepresentativeRequest: {
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            id: string;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        SeparateDocumentsRequest: {
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            a: string;
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            b: string;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        LabelPairRequest: {
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            a: string;
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            b: string;
            /**
             * @description How the two are related: the same document, versions of one page, or different documents.
             * @enum {string}
             */
            label: "same" | "version" | "different";
            /**
             * @description Also declare the two separate, so that no later check takes them for duplicates. Requires the label `different`.
             * @default false
             */
            separate?: boolean | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        CreateCollectionRequest: {
            name: string;
            recipe?: components["schemas"]["RecipeChoice"] | null;
            /** @description Greatest number of fingerprint bits in which a match may differ. */
            maxDistance?: number | null;
            /** @description Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown. */
            minSimilarity?: number | null;
            /**
             * @description Level at which a match makes a document a duplicate: the same page (`exact`), a page with each of its lines (`page`), an article with each line of its main text (`article`), or any match (`similar`).
             * @enum {string|null}
             */
            duplicateIf?: "exact" | "page" | "article" | "similar" | null;
            /** @description Whether the texts of new documents are kept. They are needed for differences, evidence and reindexing. */
            keepText?: boolean | null;
            /** @description Maximum number of refused ids that a cluster lists. Defaults to 100. */
            keepRefused?: number | null;
            /** @description Whether lines that a site repeats, such as menus and notices, are left out when its pages are compared. Defaults to true. */
            siteLines?: boolean | null;
            /** @description Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off. */
            minContainment?: number | null;
            /** @description Time to live of documents that are sent without one, in seconds. Null if they never expire. */
            ttlSeconds?: number | null;
            /** @description Number of similar stored documents (`family` in decisions) from which a further similar one is not stored. Null to store them all. */
            keepPerFamily?: number | null;
            /** @description Keeps the signatures of refused pages, so that they can still be compared and stored. Null if they are not kept. */
            refusedPages?: components["schemas"]["RefusedPagesSetting"] | null;
        };
        UpdateCollectionRequest: {
            /** @description Greatest number of fingerprint bits in which a match may differ. */
            maxDistance?: number;
            /** @description Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown. */
            minSimilarity?: number;
            /**
             * @description Level at which a match makes a document a duplicate: the same page (`exact`), a page with each of its lines (`page`), an article with each line of its main text (`article`), or any match (`similar`).
             * @enum {string}
             */
            duplicateIf?: "exact" | "page" | "article" | "similar";
            /** @description Whether the texts of new documents are kept. They are needed for differences, evidence and reindexing. */
            keepText?: boolean;
            /** @description Maximum number of refused ids that a cluster lists. Defaults to 100. */
            keepRefused?: number;
            /** @description Whether lines that a site repeats, such as menus and notices, are left out when its pages are compared. Defaults to true. */
            siteLines?: boolean;
            /** @description Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off. */
            minContainment?: number | null;
            /** @description Time to live of documents that are sent without one, in seconds. Null if they never expire. */
            ttlSeconds?: number | null;
            /** @description Number of similar stored documents (`family` in decisions) from which a further similar one is not stored. Null to store them all. */
            keepPerFamily?: number | null;
            /** @description Keeps the signatures of refused pages, so that they can still be compared and stored. Null if they are not kept. */
            refusedPages?: components["schemas"]["RefusedPagesSetting"] | null;
            /** @description Always rejected. To change the recipe of a collection, reindex it. */
            recipe?: unknown;
        };
        ReindexCollectionRequest: {
            recipe: components["schemas"]["RecipeChoice"];
        };
        ScanCollectionRequest: {
            /**
             * @description Also delete documents that are duplicates of a document that is kept.
             * @default false
             */
            deleteDuplicates?: boolean | null;
            /**
             * @description Copy of a group that stays: `first` or `last` stored, `longest`, `shortest`, `https`, `host:NAME`, or the one with the greatest number or time in a field of the metadata, such as `metadata.date`. Any but `first` requires `deleteDuplicates`.
             * @default first
             */
            keep?: string | null;
            /**
             * @description Report what would be done, without changing anything.
             * @default false
             */
            dryRun?: boolean | null;
        };
        BackupRequest: {
            /** @description File name of the copy in NEARDUP_BACKUP_DIR. Defaults to a name made from the time. */
            name?: string | null;
        };
        ConfirmedDocument: {
            /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. */
            id: string;
            /** @description `claim.contentHash` of the decision that stored the document. */
            contentHash: string;
        };
        EarlierDecision: {
            /**
             * Format: int64
             * @description Number of the decision in GET /decisions.
             */
            number: number;
            decision: string;
            /** @description Id of the document that it matched or that replaced it. Null if there is none. */
            match: string | null;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            at: string;
        };
        LoggedAdditions: {
            /** @description Whether the match has each line of this page. */
            nothing: boolean;
            /** @description Number of new words in the new lines. If only the signature of this document is known and not its text, number of new shingles. */
            words: number;
            /** @description Share of the page that is new, from 0 to 1. */
            share: number;
            /** @description Number of figures, such as dates and prices, that are new. */
            numbers: number;
            /** @description Number of lines that the match lacks. */
            lines: number;
            /** @description Lines that the match lacks, but that the site of this page repeats, so that they do not count: their hashes, as in `GET /sites/{host}`. Absent if there are none. */
            siteLines?: number[];
        };
        LoggedDecision: {
            /**
             * Format: int64
             * @description Number of the decision. Later decisions have greater numbers.
             */
            number: number;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            at: string;
            /** @description Id of the document. Null if it was checked without an id. */
            id: string | null;
            /**
             * @description Decision as returned by the check, or `replaced` if the document was replaced by the match.
             * @enum {string}
             */
            decision: "duplicate" | "similar" | "changed" | "replaced";
            /** @description Id of the best match, or of the document that replaced this one. Null for `changed`, and if the match was deleted by `idPrefix`. */
            match: string | null;
            stored: boolean;
            /**
             * @description Reason in the reply of the check, if the match alone does not explain the decision.
             * @enum {string|null}
             */
            reason: "familyFull" | "outlivesMatch" | "matchIsLonger" | null;
            /** @description Similarity to the match or, for `changed`, to the previous version. Null if it is not known. */
            similarity: number | null;
            /** @description Number of fingerprint bits that differ from the match or, for `changed`, from the previous version. Null if it is not known. */
            distance: number | null;
            exact: boolean;
            /** @description What the page says and its match does not. Null if it is not known. */
            adds: components["schemas"]["LoggedAdditions"] | null;
            /** @description How certain it is that the refusal lost nothing, from 0 to 1. It is 1 for an equal text; otherwise it is the similarity, minus the share of the page that is new, minus 0.1 for each new number or line. Null if the page was stored or replaced. */
            certainty: number | null;
            /**
             * @description Verdict of a person on the refusal. Null if there is none.
             * @enum {string|null}
             */
            verdict: "right" | "wrong" | null;
            /** @description Whether the refused page is kept, so that it can still be compared and stored. */
            kept: boolean;
            /** @description Whether the match has been deleted or changed since, and the page has not been checked or stored after that. */
            gone: boolean;
            /** @description First 80 characters of the `title` in the metadata, or else of the title of the page. Null if none is known. */
            title: string | null;
        };
        DecisionPage: {
            decisions: components["schemas"]["LoggedDecision"][];
            nextCursor: string | null;
        };
        RefusedPagesSetting: {
            /** @description Number of days for which refused pages are kept. They are never kept longer than the decisions about them. */
            days: number;
            /**
             * @description Whether their texts are kept as well. With `keepText`, they always are.
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
             * @description Whether a document was created, or a stored one was replaced. `unchanged` if this content was already stored under the id.
             * @enum {string}
             */
            status: "created" | "replaced" | "unchanged";
            revision: number;
            /** @description Id of the match that the document is now declared separate from. Null if the match is no longer stored. */
            separatedFrom: string | null;
        };
        StoreRefusedPageRequest: {
            /**
             * @description Relation of the page to its match. The default is `different`.
             * @enum {string|null}
             */
            label?: "different" | "version" | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        JudgeDecisionRequest: {
            /**
             * @description Verdict on the refusal, or null to withdraw it. To record that a refusal was wrong, store its page.
             * @enum {string|null}
             */
            verdict: "right" | null;
            /**
             * @description Name of the collection, unless the path names it.
             * @default default
             */
            collection?: string | null;
        };
        RelatedCluster: {
            /** @description Id of the other cluster. */
            id: string;
            /** @description Id of the member of this cluster. */
            member: string;
            /** @description Nearest document of the other cluster. */
            match: components["schemas"]["RelatedClusterMatch"];
        };
        RelatedClusterMatch: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
        };
        NewWords: {
            start: number;
            end: number;
        };
        LineCounts: {
            /** @description Number of different lines of the main text. */
            main: number;
            /** @description Number of different other lines. */
            rest: number;
        };
        ExtractedLine: {
            /** @enum {string} */
            in: "main" | "rest";
            /**
             * @description Reason why the line is main text (`content`) or not: it stands `around` the content, in an element that is never content (`boilerplate`), is `hidden`, is a `control`, is `about` the article, or is part of the `title`.
             * @enum {string}
             */
            reason: "content" | "around" | "boilerplate" | "hidden" | "control" | "about" | "title";
            text: string;
        };
        SiteLine: {
            /** @description Hash of the line, as in `siteLines` of a match. */
            line: number;
            /** @description Number of these pages that have the line. */
            pages: number;
            /** @description Id of the newest page that has the line. */
            on: string;
            /** @description First 500 characters of the line. Null if the text of this page is not kept. */
            text: string | null;
        };
        SiteLines: {
            /** @description The host, in lower case, without `www.` and a default port. */
            site: string;
            /** @description Number of pages from which the lines were learnt: the newest ones, at most 32. */
            pages: number;
            /** @description Lines that the site repeats, at most 1,000, those of most pages first. */
            lines: components["schemas"]["SiteLine"][];
        };
        SeparatedPair: {
            /** @description Id that comes first in the order of the UTF-8 bytes. */
            a: string;
            b: string;
            /**
             * Format: date-time
             * @description Time in UTC, as in RFC 3339.
             */
            createdAt: string;
            /** @description Member that left its cluster as a result. Null if the two were not in the same cluster. */
            left: components["schemas"]["PlaceInCluster"] | null;
        };
        DecisionsByHost: {
            /** @description Hosts in the requested order, at most 50. */
            hosts: components["schemas"]["HostDecisions"][];
        };
        OnSite: {
            pages: number;
            of: number;
        };
        ShareInterval: {
            low: number;
            high: number;
        };
        VerdictCounts: {
            /** @description Number of refusals judged right, at most 1,000. */
            right: number;
            /** @description Number of refusals judged wrong, at most 1,000. */
            wrong: number;
            /** @description Share of right ones. Null without a verdict. */
            share: number | null;
            /** @description 95% interval of the share. Null without a verdict. */
            interval: components["schemas"]["ShareInterval"] | null;
            /** @description Whether there are older verdicts that were not counted. */
            truncated: boolean;
        };
        Configuration: {
            /** @description Settings in the order of the documentation. */
            settings: components["schemas"]["Setting"][];
            /** @description Keys that are valid now, in the order of the configuration. Empty if no key is needed. */
            keys: components["schemas"]["Key"][];
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
                /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. Allowed only if the body is a page. */
                id?: string;
                /** @description Name of the collection, unless the path names it. Allowed only if the body is a page. The default is `default`. */
                collection?: string;
                /** @description Your own data about the document: a JSON object of at most 16 KiB and 64 levels. It is returned whenever the document is a match. Allowed only if the body is a page. */
                metadata?: string;
                /** @description Title of the page. Replaces the title that is found in the page itself; an empty one counts as omitted. Allowed only if the body is a page. */
                title?: string;
                /** @description With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`. Allowed only if the body is a page. */
                include?: "page"[];
                /** @description Time to live of the document in seconds. Defaults to the time to live set for the collection. Allowed only if the body is a page. */
                ttlSeconds?: number;
                /** @description Level at which a match makes a document a duplicate: the same page (`exact`), a page with each of its lines (`page`), an article with each line of its main text (`article`), or any match (`similar`). Allowed only if the body is a page. */
                duplicateIf?: "exact" | "page" | "article" | "similar";
                /** @description What happens to a duplicate: it is not stored (`skip`), it is stored (`store`), or it replaces the stored documents whose content it covers (`replace`). The default is `skip`. Allowed only if the body is a page. */
                onDuplicate?: "skip" | "store" | "replace";
                /** @description What happens to new content of an id that is already stored: it is stored (`store`), or the previous version is kept if the new one is a duplicate of another document (`keep`). The default is `store`. Allowed only if the body is a page. */
                onChange?: "store" | "keep";
                /** @description What happens to stored documents whose content the new document covers while it adds something: they are kept (`keep`) or replaced by it (`replace`). The default is `keep`. Allowed only if the body is a page. */
                onCovered?: "keep" | "replace";
                /** @description Decide without storing anything. Allowed only if the body is a page. The default is `false`. */
                dryRun?: boolean;
                /** @description Claims the document: once stored, it expires after this many seconds unless you confirm it. Allowed only if the body is a page. */
                claimSeconds?: number;
                /** @description Name of the client that claims the document. Use a name that stays the same across restarts. Defaults to the API key. Allowed only if the body is a page. */
                claimant?: string;
                /** @description Greatest number of fingerprint bits in which a match may differ. Allowed only if the body is a page. */
                maxDistance?: number;
                /** @description Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown. Allowed only if the body is a page. */
                minSimilarity?: number;
                /** @description Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off. Allowed only if the body is a page. */
                minContainment?: number | null;
                /** @description Compares only with documents that were first stored at most this long ago, such as `7d`, `12h`, `30m` or `45s`. Others count as absent. Allowed only if the body is a page. */
                within?: string;
                /** @description Compares only with documents of the host in the id of the page, which must be an address. Others count as absent. Allowed only if the body is a page. The default is `false`. */
                sameHost?: boolean;
                /** @description Maximum number of matches to list. Allowed only if the body is a page. */
                limit?: number;
            };
            header?: {
                /** @description Key that you choose for this request. If you repeat the request with the same key within 24 hours, you get the first reply again, with `Idempotency-Replayed: true`. */
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
            /** @description The decision. No document was created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Decision"];
                };
            };
            /** @description The decision. A document was created */
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
                /** @description Name of the collection, unless the path names it. Allowed only if the body is a page. The default is `default`. */
                collection?: string;
                /** @description Greatest number of fingerprint bits in which a match may differ. Allowed only if the body is a page. */
                maxDistance?: number;
                /** @description Lowest similarity of a match, from 0 to 1. Has no effect if either side has no sketch, because the similarity is then unknown. Allowed only if the body is a page. */
                minSimilarity?: number;
                /** @description Two texts also match if at least this share of one of them is contained in the other. Requires a recipe with `parts`. Null turns these matches off. Allowed only if the body is a page. */
                minContainment?: number | null;
                /** @description Compares only with documents that were first stored at most this long ago, such as `7d`, `12h`, `30m` or `45s`. Others count as absent. Allowed only if the body is a page. */
                within?: string;
                /** @description Compares only with documents of the host in the id of the page, which must be an address. Others count as absent. Allowed only if the body is a page. The default is `false`. */
                sameHost?: boolean;
                /** @description Maximum number of matches to list. Allowed only if the body is a page. */
                limit?: number;
                /** @description Also return the evidence for each match. Requires a `limit` of at most 50. Allowed only if the body is a page. The default is `false`. */
                explain?: boolean;
                /** @description With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`. Allowed only if the body is a page. */
                include?: "page"[];
                /** @description `best`: the best matches. `distance`: every document whose fingerprint is within `maxDistance`, whatever its similarity, nearest first, in pages. The default is `best`. Allowed only if the body is a page. */
                order?: "best" | "distance";
                /** @description `nextCursor` of the previous page. Only with `order` `distance`. Allowed only if the body is a page. */
                cursor?: string;
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
            /** @description The matches, best match first */
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
                /** @description Name of the collection, unless the path names it. Allowed only if the body is a page. The default is `default`. */
                collection?: string;
                /** @description Documents are examined if at least this share of one of the two texts is contained in the other. Allowed only if the body is a page. The default is `0.05`. */
                minContainment?: number | null;
                /** @description Minimum length of a passage in words. Allowed only if the body is a page. The default is `8`. */
                minWords?: number;
                /** @description Maximum number of documents to examine, best matches first. Allowed only if the body is a page. The default is `10`. */
                limit?: number;
                /** @description Also return the first 500 characters of each passage. Allowed only if the body is a page. The default is `false`. */
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
            /** @description Passages that the text has in common with stored documents */
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
                /** @description Name of the collection, unless the path names it. Allowed only if the body is a page. The default is `default`. */
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
            /** @description The fingerprint, and the id of the recipe that it was computed with */
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
                /** @description URL of the page. Relative URLs in the page are resolved against it. Allowed only if the body is a page. */
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
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                limit?: number;
                /**
                 * @description Prefix that all the ids begin with, such as the URL of a site.
                 * @example https://example.
                 */
                idPrefix?: string;
                /** @description Only list members of this cluster, in the order in which they joined. */
                cluster?: string;
                /** @description With `id`, documents are listed in the byte order of their ids. With `newest`, those stored most recently come first. */
                order?: "id" | "newest";
                /** @description Only list documents first stored at this time or later. Requires `order=newest`. */
                storedAfter?: string;
                /** @description Only list documents first stored before this time. Requires `order=newest`. */
                storedBefore?: string;
                /** @description Only list documents whose id or title contains this text. The case of the letters a to z is ignored. Requires `order=newest`. */
                search?: string;
                /** @description Only list documents that are in a cluster (`clustered`), are similar to their match but not duplicates (`similar`), have changed since they were first stored (`changed`), have a short text (`short`) or are claimed (`claimed`). Requires `order=newest`. */
                only?: "clustered" | "similar" | "changed" | "short" | "claimed";
                /** @description Also return the first 240 characters of each kept text. */
                include?: "excerpt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. `nextCursor` is null on the last page */
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
                /** @description Id of the document, 1 to 2,048 characters; often the URL of the page. Allowed only if the body is a page. */
                id?: string;
                /** @description Name of the collection, unless the path names it. Allowed only if the body is a page. The default is `default`. */
                collection?: string;
                /** @description Your own data about the document: a JSON object of at most 16 KiB and 64 levels. It is returned whenever the document is a match. Allowed only if the body is a page. */
                metadata?: string;
                /** @description Title of the page. Replaces the title that is found in the page itself; an empty one counts as omitted. Allowed only if the body is a page. */
                title?: string;
                /** @description With `page`, the reply includes what the page states about itself, such as its title. In a query string: `include=page`. Allowed only if the body is a page. */
                include?: "page"[];
                /** @description Time to live of the document in seconds. Defaults to the time to live set for the collection. Allowed only if the body is a page. */
                ttlSeconds?: number;
            };
            header?: {
                /** @description Key that you choose for this request. If you repeat the request with the same key within 24 hours, you get the first reply again, with `Idempotency-Replayed: true`. */
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
            /** @description The previous version was replaced, or nothing changed */
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
            /** @description How similar the two are */
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
                /** @description Also return the kept text (`text`), or the match that the document had when it was stored (`match`), or both. */
                include?: "text" | "match" | "text,match" | "match,text";
            };
            header?: {
                /** @description `ETag` of the revision that you have. If it is current, the reply is 304 without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the document, 1 to 2,048 characters; often the URL of the page.
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
            /** @description The document still has the revision in If-None-Match */
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
                /** @description `ETag` of the revision to delete. If the document has another revision, it is not deleted. */
                "If-Match"?: string;
            };
            path: {
                /**
                 * @description Id of the document, 1 to 2,048 characters; often the URL of the page.
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
                 *       ],
                 *       "include": [
                 *         "decision"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LookupDocumentsRequest"];
            };
        };
        responses: {
            /** @description The documents in the order of the ids, and the missing ids */
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
            /** @description The confirmed and the missing documents */
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
                /** @description Key that you choose for this request. If you repeat the request with the same key within 24 hours, you get the first reply again, with `Idempotency-Replayed: true`. */
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
            /** @description With `ids`, the deleted and the missing ids */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResult"];
                };
            };
            /** @description With `idPrefix`, the started job */
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
                 * @description With `add`, each line is a body of POST /documents. With `check`, each line is a body of POST /check.
                 * @example check
                 */
                mode?: "add" | "check";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Documents as NDJSON, one per line. A line may be as large as the body of any other request. */
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
            /** @description Results as NDJSON, one per line in the order of the documents, each sent after its document is stored, and then a summary */
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
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                limit?: number;
                /** @description Minimum number of members, including refused ones. Values above 2 require `order=members`. */
                minSize?: number;
                /** @description With `members`, the largest clusters come first. With `similarity`, those with the least similar member come first, and clusters without a known similarity are left out. */
                order?: "members" | "similarity";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. `nextCursor` is null on the last page */
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
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                limit?: number;
                /** @description Only list members whose id is a URL of this host. If empty, only list members whose id is not a URL. */
                host?: string;
                /** @description Also list other clusters with documents that match a member. */
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
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. `nextCursor` is null on the last page */
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
                    "application/json": components["schemas"]["SeparatedPair"];
                };
            };
        };
    };
    deleteSeparation: {
        parameters: {
            query: {
                /**
                 * @description Id of the document, 1 to 2,048 characters; often the URL of the page.
                 * @example https://example.com/tea
                 */
                a: string;
                /**
                 * @description Id of the document, 1 to 2,048 characters; often the URL of the page.
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
    listLabels: {
        parameters: {
            query?: {
                collection?: string;
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. `nextCursor` is null on the last page */
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
            /** @description The label is stored. It replaces an earlier label of the pair */
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
                 * @description Id of the document, 1 to 2,048 characters; often the URL of the page.
                 * @example https://example.com/tea
                 */
                a: string;
                /**
                 * @description Id of the document, 1 to 2,048 characters; often the URL of the page.
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
            /** @description The label is deleted */
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
                /** @description Maximum number of pairs. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs, from a new sample for each request */
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
            /** @description The threshold, with its 95% interval */
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
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                limit?: number;
                /**
                 * @description Only list decisions about this id.
                 * @example https://example.org/tea
                 */
                id?: string;
                /** @description Prefix that all the ids begin with, such as the URL of a site. */
                idPrefix?: string;
                /** @description Only list ids that are URLs of this host, with or without `www.`. Include the port unless it is the default. */
                host?: string;
                /** @description Only list decisions whose id or title contains this text. The case of the letters a to z is ignored. */
                search?: string;
                /** @description Only list decisions with this match. */
                match?: string;
                /** @description Only list this kind of decision. */
                decision?: "duplicate" | "similar" | "changed" | "replaced";
                /** @description Only list decisions whose check replied with this reason. With `gone`, only list pages that are stored nowhere because their match has been deleted or changed since; fetch them again. */
                reason?: "familyFull" | "outlivesMatch" | "matchIsLonger" | "gone";
                /** @description Only list decisions with this verdict. With `none`, only list those without one. */
                verdict?: "right" | "wrong" | "none";
                /** @description Only list decisions at this time or later. */
                since?: string;
                /** @description Only list decisions before this time. */
                until?: string;
                /** @description Only list decisions with at least this similarity to the match. */
                minSimilarity?: number;
                /** @description Only list decisions with at most this similarity to the match. */
                maxSimilarity?: number;
                /** @description With `newest`, the latest decisions come first. With `certainty`, only refused pages are listed, the least certain first. */
                order?: "newest" | "certainty";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. `nextCursor` is null on the last page. With `Accept: application/x-ndjson`, there is one decision per line, and the cursor is in the header `Next-Cursor`, which is absent on the last page */
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
                /** @example 1 */
                number: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
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
                /** @example 1 */
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
                /** @example 1 */
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
            /** @description The verdict is recorded or withdrawn */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    countVerdicts: {
        parameters: {
            query?: {
                collection?: string;
                /** @description Only count verdicts on decisions at this time or later. */
                since?: string;
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
                    "application/json": components["schemas"]["VerdictCounts"];
                };
            };
        };
    };
    listSiteLines: {
        parameters: {
            query?: {
                collection?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Host of the pages, as in their ids. `www.` and a default port are ignored.
                 * @example example.com
                 */
                host: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. Empty if fewer than three pages of the site are stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteLines"];
                };
            };
        };
    };
    listCollections: {
        parameters: {
            query?: {
                limit?: number;
                /** @description `nextCursor` of the previous page. Omit it for the first page. */
                cursor?: string;
                /** @description Only list collections whose name contains this text. */
                search?: string;
                /** @description Sort key. `lastDecision` sorts by the hour of the last decision. */
                order?: "name" | "documents" | "created" | "lastDecision";
                direction?: "ascending" | "descending";
                /** @description With `stats`, also return the counts of documents, contents and decisions. */
                include?: "stats";
                /** @description With `brief`, only return the name and a few other fields. */
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
                 * @description Name of the collection, repeated as confirmation.
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
        requestBody?: {
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
            /** @description The collection with its new settings */
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
        requestBody?: {
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
        requestBody?: {
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
    hosts: {
        parameters: {
            query?: {
                collection?: string;
                /**
                 * @description Number of days (UTC), including today.
                 * @example 1
                 */
                days?: number;
                /** @description With `decisions`, the hosts with the most decisions come first. With `refused`, those with the most pages refused as duplicates. */
                order?: "decisions" | "refused";
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
                    "application/json": components["schemas"]["DecisionsByHost"];
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
            /** @description The settings and keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Configuration"];
                };
            };
        };
    };
    events: {
        parameters: {
            query?: {
                collection?: string;
                /**
                 * @description Only send these decisions, separated by commas, such as `duplicate,similar`.
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
            /** @description A stream of `decision` events and, unless `decision` is given, `gone` events: pages were refused because of a document that has been deleted or changed since. The last event is `end`, with the reason `too_slow`, `shutting_down` or `unauthorized` */
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
