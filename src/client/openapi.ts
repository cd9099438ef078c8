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
        /** Decide whether a document is here already, and store it if not, in one atomic step */
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
        /** Find the near-duplicates of a content or of a stored document */
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
        /** Find which passages of a text stand in stored documents, and where */
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
        /** Compute the fingerprint that a document would get; nothing is stored */
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
        /** Take the text from a page, and tell how; nothing is stored */
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
        /** Walk through the documents of a collection, in the byte order of their ids, or of a cluster */
        get: operations["listDocuments"];
        put?: never;
        /** Store a document, whatever it resembles */
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
        /** Compare two contents or stored documents by every measure */
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
        /** What is stored of a document */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /** Delete a document */
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
        /** What is stored of many documents; the way for ids that are URLs */
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
        /** Store claimed documents for good, because their pages are written */
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
        /** Delete many documents: by id in one step, or by what their ids begin with, as a job */
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
        /** Add or check documents, one a line, in their order, as fast as they come */
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
        /** Clusters of duplicates, those with the most members first */
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
        /** A cluster with its members, and what each was found to duplicate */
        get: operations["getCluster"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/separate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declare that two documents are no duplicates, for all later checks */
        post: operations["separateDocuments"];
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
        /** Pairs of documents that were declared to be no duplicates, in the order of their ids */
        get: operations["listSeparations"];
        put?: never;
        post?: never;
        /** Take back that two documents are no duplicates, in whichever order */
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
        /** What was said of pairs of documents, in the order of their ids */
        get: operations["listLabels"];
        put?: never;
        /** Say whether two stored documents are the same, versions of one, or different */
        post: operations["labelPair"];
        /** Take back what was said of two documents, in whichever order */
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{name}/border": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pairs of stored documents whose label would tell most about the threshold */
        get: operations["border"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/collections/{name}/recommendation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The threshold that fits the labels best, and how certain it is */
        get: operations["recommendation"];
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
        /** All collections that the key may see, by name */
        get: operations["listCollections"];
        put?: never;
        /** Create an empty collection; its recipe never changes */
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
        /** One collection with its recipe */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /** Delete a collection with all its documents */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /** Change defaults of a collection, for what is stored and asked from then on */
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
        /** Move a collection to another recipe, from its kept texts, while it is in use */
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
        /** Find duplicates among the stored documents, while the collection is in use */
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
        /** Jobs since the service started, oldest first */
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
        /** How a job is getting on */
        get: operations["getJob"];
        put?: never;
        post?: never;
        /** Have a job end soon; what it has done stays, unless it is a reindexing */
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
        /** Write a copy of the database into the directory of backups, while it is in use */
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
        /** Counts of one collection, or of all, and what checks decided */
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
        /** Decisions by the hour, of one collection or of all, for the last 90 days at most */
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
        /** What Prometheus collects */
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
        /** Whether the process runs and can go on */
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
        /** Whether requests can be answered */
        get: operations["ready"];
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
        /** Decisions as they are made, of one collection or of all, as server-sent events */
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
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            instance: string;
            /** @enum {string} */
            code: "invalid_json" | "invalid_cursor" | "invalid_header" | "unauthorized" | "insufficient_scope" | "foreign_request" | "document_not_found" | "collection_not_found" | "cluster_not_found" | "separation_not_found" | "label_not_found" | "job_not_found" | "route_not_found" | "method_not_allowed" | "not_acceptable" | "request_timeout" | "collection_exists" | "job_running" | "recipe_immutable" | "text_not_kept" | "idempotency_in_progress" | "idempotency_outcome_lost" | "precondition_failed" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "unsupported_encoding" | "validation_failed" | "text_empty" | "distance_unsupported" | "too_many_candidates" | "extraction_failed" | "recipe_mismatch" | "idempotency_key_reused" | "rate_limited" | "headers_too_large" | "internal" | "store_unsupported" | "overloaded" | "not_ready" | "shutting_down" | "disk_full";
            readonly errors?: {
                pointer: string;
                detail: string;
            }[];
        };
        Evidence: {
            /** @description words with their weights; null where words are not known */
            terms: {
                shared: {
                    /** @description how many there are; the heaviest are listed */
                    count: number;
                    readonly terms: {
                        term: string;
                        weightA: number;
                        weightB: number;
                    }[];
                };
                onlyA: {
                    /** @description how many there are; the heaviest are listed */
                    count: number;
                    readonly terms: {
                        term: string;
                        weightA: number;
                        weightB: number;
                    }[];
                };
                onlyB: {
                    /** @description how many there are; the heaviest are listed */
                    count: number;
                    readonly terms: {
                        term: string;
                        weightA: number;
                        weightB: number;
                    }[];
                };
            } | null;
            readonly differingBits: number[];
            /** @description for a differing bit the fewest words without which this document had the other bit */
            readonly flips: {
                /** @description 63 is the highest */
                bit: number;
                /** @enum {string} */
                document: "a" | "b";
                readonly terms: string[];
            }[];
            /** @description 16-bit blocks that agree, 0 the highest */
            readonly equalBlocks: number[];
            /** @description bands of the sketches that agree */
            sharedBands: number[] | null;
            /**
             * @description why something is null: of a stored document no text was kept
             * @constant
             */
            reason?: "text_not_kept";
        };
        Match: {
            id: string;
            distance: number;
            similarity: number | null;
            exact: boolean;
            /** @description whether nothing contradicts that both are the same document */
            same: boolean;
            /** @description what speaks against it that both are the same document */
            readonly contradicts: ("other first words" | "other numbers" | "other subject")[];
            /** @description estimated by the sketches; null: not known */
            containment: {
                /** @description part of the shingles of this text that the match has, too */
                ofThis: number;
                /** @description part of the shingles of the match that this text has, too */
                ofMatch: number;
                /** @description half of the 95 % interval around each */
                error: {
                    ofThis: number;
                    ofMatch: number;
                };
            } | null;
            /** @description what this text is to the match, if at least 0.8 of a side is in the other */
            relation: ("equal" | "contains" | "containedIn" | "overlaps") | null;
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
             * @description when it goes, unless it is confirmed before
             */
            expiresAt: string;
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
            /** @description from when on it counts as absent; null: never */
            expiresAt: string | null;
            /** @description id of its cluster; null: it is in none */
            cluster: string | null;
            /** @description there only while it is claimed */
            claim?: components["schemas"]["Claim"];
        };
        Cluster: {
            id: string;
            collection: string;
            /** @description members that are stored */
            size: number;
            /** @description members that are not: ids that were refused as duplicates */
            refused: number;
            /** @description id of the stored member that came first */
            representative: string;
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
        Member: {
            id: string;
            stored: boolean;
            representative: boolean;
            /** @description what it was found to match when it came; null: it was here before the others */
            match: {
                id: string;
                distance: number;
                similarity: number | null;
                exact: boolean;
                /** @description whether nothing contradicts that both are the same document */
                same: boolean;
                /** @description estimated by the sketches; null: not known */
                containment: {
                    /** @description part of the shingles of this text that the match has, too */
                    ofThis: number;
                    /** @description part of the shingles of the match that this text has, too */
                    ofMatch: number;
                    /** @description half of the 95 % interval around each */
                    error: {
                        ofThis: number;
                        ofMatch: number;
                    };
                } | null;
                /** @description what this text is to the match, if at least 0.8 of a side is in the other */
                relation: ("equal" | "contains" | "containedIn" | "overlaps") | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, UTC
                 */
                at: string;
            } | null;
            /** @description whether `match` is the representative as it is; true of the representative itself */
            measuredAgainstRepresentative: boolean;
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
            /** @description whether nothing contradicts that both are the same document */
            same: boolean;
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
            pairs: {
                id: string;
                duplicateOf: string | null;
                similarTo: string | null;
            }[] | null;
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
            progress: {
                done: number;
                total: number | null;
            };
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
            endedAt: string | null;
        };
        Collection: {
            name: string;
            recipe: {
                /** @enum {number} */
                version: 1 | 2;
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
                readonly stopWords: ("zh" | "en")[];
                /** @enum {string} */
                weighting: "none" | "tf" | "logTf" | "tfIdf" | "textRank";
                /** @enum {string} */
                unknownIdf: "median" | "mean";
                topTerms: number | null;
                /** @enum {string} */
                hash: "xxh64" | "fnv1a64" | "md5" | "sha1" | "jenkins";
                shortTextBelow: number;
                shortMinSimilarity?: number | null;
                shingle: {
                    words: number;
                } | null;
                sketch: {
                    /** @constant */
                    length: 128;
                    /** @constant */
                    bits: 8;
                } | null;
                bands: {
                    count: number;
                    rows: number;
                } | null;
                traits?: boolean;
                /** @description what finds texts inside others; null: nothing */
                parts?: {
                    /** @description how many words make a shingle */
                    words: number;
                    /** @description one in so many shingles of a long text is indexed */
                    oneIn: number;
                    /** @description so many at least, or all that there are */
                    least: number;
                } | null;
                /** @description words for the cut, a line each: `word [frequency] [tag]`, as jieba has it */
                ownWords?: string | null;
                /** @description words that are dropped beside those of `stopWords`, a line each */
                ownStopWords?: string | null;
                /** @description the idf of `tfIdf` in the place of the built-in one, lines of `word idf` */
                ownIdf?: string | null;
                readonly checksums: {
                    [key: string]: string;
                };
            };
            recipeId: string;
            maxDistance: number;
            minSimilarity: number;
            /** @description from which containment on parts match; null: they do not */
            minContainment: number | null;
            /**
             * @description which matches refuse a document
             * @enum {string}
             */
            refuse: "exact" | "same" | "similar";
            /** @description for how long documents are kept; null: for good */
            ttlSeconds: number | null;
            keepText: boolean;
            /** @description how many refused ids a cluster remembers */
            keepRefused: number;
            /**
             * Format: date-time
             * @description RFC 3339, UTC
             */
            createdAt: string;
            /** @description why the collection is closed; null if it is open */
            problem: string | null;
            /** @description how likely two documents of this likeness find each other by the defaults */
            recallAt: {
                /** @enum {string} */
                measure: "jaccard" | "cosine";
                readonly points: {
                    value: number;
                    recall: number;
                }[];
            } | null;
        };
        Decision: {
            /** @enum {string} */
            decision: "new" | "similar" | "duplicate" | "changed" | "unchanged";
            /** @description whether this check stored the document */
            stored: boolean;
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
            readonly replaced: string[];
            /** @description how far the earlier version of this id is; null if there was none */
            previous: {
                distance: number;
                similarity: number | null;
            } | null;
            /** @description id of the cluster of an unchanged document, or of the best match */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            truncated: boolean;
            /** @description there only if the document is claimed that was stored, is unchanged, or makes this one a duplicate */
            claim?: components["schemas"]["Claim"];
        };
        BulkLine: {
            line: number;
            /** @constant */
            ok: true;
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
        } | {
            line: number;
            /** @constant */
            ok: true;
            /** @enum {string} */
            decision: "new" | "similar" | "duplicate" | "changed" | "unchanged";
            /** @description whether this check stored the document */
            stored: boolean;
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
            readonly replaced: string[];
            /** @description how far the earlier version of this id is; null if there was none */
            previous: {
                distance: number;
                similarity: number | null;
            } | null;
            /** @description id of the cluster of an unchanged document, or of the best match */
            cluster: string | null;
            matches: components["schemas"]["Match"][];
            truncated: boolean;
            /** @description there only if the document is claimed that was stored, is unchanged, or makes this one a duplicate */
            claim?: components["schemas"]["Claim"];
        } | {
            line: number;
            /** @constant */
            ok: false;
            error: components["schemas"]["Problem"];
        } | {
            summary: {
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
            /** @description why lines after `total` were not read */
            error?: components["schemas"]["Problem"];
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
                /** @description only where the body is a page */
                collection?: string;
                /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches; only where the body is a page */
                metadata?: string;
                /** @description for how long it is kept, if not as the collection says; only where the body is a page */
                ttlSeconds?: number;
                /** @description when the document is stored; only where the body is a page */
                store?: "ifNew" | "always" | "never";
                /** @description which matches refuse a document: exact ones, those that are the same, or all; only where the body is a page */
                refuse?: "exact" | "same" | "similar";
                /** @description what stays of a duplicate: what is stored, or the document that comes; only where the body is a page */
                onDuplicate?: "keep" | "replace";
                /** @description whether a stored id keeps its content if the new one is a duplicate of another; only where the body is a page */
                keepFormer?: boolean;
                /** @description what is stored goes by itself after this time, unless it is confirmed; only where the body is a page */
                claimSeconds?: number;
                /** @description who claims it, under a name that survives a restart; by default the key; only where the body is a page */
                claimant?: string;
                /** @description largest Hamming distance of a match; up to 7 is supported; only where the body is a page */
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
                "application/json": {
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    id?: string;
                    /** @default default */
                    collection?: string;
                    /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description for how long it is kept, if not as the collection says */
                    ttlSeconds?: number;
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description words and weights of an analysis of your own */
                    features?: {
                        term: string;
                        weight: number;
                    }[];
                    /** @description 64 bits as 16 lower-case hex digits */
                    fingerprint?: string;
                    /** @description id of the recipe that `fingerprint` was made with */
                    recipe?: string;
                    /** @description name and version of what took the text that `fingerprint` was made of */
                    extractor?: string;
                    /**
                     * @description when the document is stored
                     * @default ifNew
                     * @enum {string}
                     */
                    store?: "ifNew" | "always" | "never";
                    /**
                     * @description which matches refuse a document: exact ones, those that are the same, or all
                     * @enum {string}
                     */
                    refuse?: "exact" | "same" | "similar";
                    /**
                     * @description what stays of a duplicate: what is stored, or the document that comes
                     * @default keep
                     * @enum {string}
                     */
                    onDuplicate?: "keep" | "replace";
                    /**
                     * @description whether a stored id keeps its content if the new one is a duplicate of another
                     * @default false
                     */
                    keepFormer?: boolean;
                    /** @description what is stored goes by itself after this time, unless it is confirmed */
                    claimSeconds?: number;
                    /** @description who claims it, under a name that survives a restart; by default the key */
                    claimant?: string;
                    /** @description largest Hamming distance of a match; up to 7 is supported */
                    maxDistance?: number;
                    /** @description least similarity of a match, where both sides have a sketch */
                    minSimilarity?: number;
                    /** @description with parts: least containment of either text in the other; null: none matches by parts */
                    minContainment?: number | null;
                    /** @description how many matches are listed */
                    limit?: number;
                };
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
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
                /** @description only where the body is a page */
                collection?: string;
                /** @description largest Hamming distance of a match; up to 7 is supported; only where the body is a page */
                maxDistance?: number;
                /** @description least similarity of a match, where both sides have a sketch; only where the body is a page */
                minSimilarity?: number;
                /** @description with parts: least containment of either text in the other; null: none matches by parts; only where the body is a page */
                minContainment?: number | null;
                /** @description how many matches are listed; only where the body is a page */
                limit?: number;
                /** @description why each match is one; with a limit of at most 50; only where the body is a page */
                explain?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description words and weights of an analysis of your own */
                    features?: {
                        term: string;
                        weight: number;
                    }[];
                    /** @description 64 bits as 16 lower-case hex digits */
                    fingerprint?: string;
                    /** @description id of the recipe that `fingerprint` was made with */
                    recipe?: string;
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    id?: string;
                    /** @default default */
                    collection?: string;
                    /** @description largest Hamming distance of a match; up to 7 is supported */
                    maxDistance?: number;
                    /** @description least similarity of a match, where both sides have a sketch */
                    minSimilarity?: number;
                    /** @description with parts: least containment of either text in the other; null: none matches by parts */
                    minContainment?: number | null;
                    /** @description how many matches are listed */
                    limit?: number;
                    /**
                     * @description why each match is one; with a limit of at most 50
                     * @default false
                     */
                    explain?: boolean;
                };
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
            };
        };
        responses: {
            /** @description The matches, best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description 64 bits as 16 lower-case hex digits */
                        fingerprint: string;
                        matches: components["schemas"]["Match"][];
                        /** @description distinct contents within the distance or with a band in common; of more than 200,000 those that were looked at */
                        candidates: number;
                        truncated: boolean;
                        /** @description with `minContainment`: the share of the shingles that 256 stored texts or more are indexed by, which find nothing; of texts of fewer than some 1,000 words at least that; null: not known */
                        commonShare: number | null;
                        tookMs: number;
                    };
                };
            };
        };
    };
    overlap: {
        parameters: {
            query?: {
                /** @description only where the body is a page */
                collection?: string;
                /** @description least containment of either text in the other, for a document to be looked into; only where the body is a page */
                minContainment?: number;
                /** @description how many words a passage has at least; only where the body is a page */
                minWords?: number;
                /** @description how many documents are looked into, best first; only where the body is a page */
                limit?: number;
                /** @description also give the first 500 characters of each passage; only where the body is a page */
                texts?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    id?: string;
                    /** @default default */
                    collection?: string;
                    /**
                     * @description least containment of either text in the other, for a document to be looked into
                     * @default 0.05
                     */
                    minContainment?: number;
                    /**
                     * @description how many words a passage has at least
                     * @default 8
                     */
                    minWords?: number;
                    /**
                     * @description how many documents are looked into, best first
                     * @default 10
                     */
                    limit?: number;
                    /**
                     * @description also give the first 500 characters of each passage
                     * @default false
                     */
                    texts?: boolean;
                };
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
            };
        };
        responses: {
            /** @description What stands elsewhere */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description how many words the text has */
                        words: number;
                        /** @description of these, the share that stands in passages of any of the documents */
                        share: number;
                        /** @description stretches of the text that passages cover without a gap, the longest first, at most 100, each with the documents that have most of it first */
                        passages: {
                            /** @description in UTF-16 code units of the text, as JavaScript counts them */
                            start: number;
                            /** @description exclusive */
                            end: number;
                            /** @description with `texts`: at most 500 characters of it */
                            text?: string;
                            words: number;
                            /** @description ids */
                            documents: string[];
                        }[];
                        /** @description best first */
                        documents: {
                            id: string;
                            /** @description of the words of the text */
                            share: number;
                            /** @description false: its text is not kept, and passages were found by a sample of it */
                            exact: boolean;
                            similarity: number | null;
                            /** @description estimated by the sketches; null: not known */
                            containment: {
                                /** @description part of the shingles of this text that the match has, too */
                                ofThis: number;
                                /** @description part of the shingles of the match that this text has, too */
                                ofMatch: number;
                                /** @description half of the 95 % interval around each */
                                error: {
                                    ofThis: number;
                                    ofMatch: number;
                                };
                            } | null;
                            /** @description what this text is to the match, if at least 0.8 of a side is in the other */
                            relation: ("equal" | "contains" | "containedIn" | "overlaps") | null;
                            /** @description in the order of the text; of more than 100 the longest */
                            passages: {
                                /** @description in UTF-16 code units of the text, as JavaScript counts them */
                                start: number;
                                /** @description exclusive */
                                end: number;
                                /** @description with `texts`: at most 500 characters of it */
                                text?: string;
                                words: number;
                                /** @description where it stands in the other text; null: that is not kept */
                                match: {
                                    /** @description in UTF-16 code units of the text, as JavaScript counts them */
                                    start: number;
                                    /** @description exclusive */
                                    end: number;
                                    /** @description with `texts`: at most 500 characters of it */
                                    text?: string;
                                } | null;
                            }[];
                        }[];
                        /** @description there are more documents than were looked into */
                        truncated: boolean;
                        /** @description with `minContainment`: the share of the shingles that 256 stored texts or more are indexed by, which find nothing; of texts of fewer than some 1,000 words at least that; null: not known */
                        commonShare: number | null;
                        tookMs: number;
                    };
                };
            };
        };
    };
    fingerprint: {
        parameters: {
            query?: {
                /** @description only where the body is a page */
                collection?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description words and weights of an analysis of your own */
                    features?: {
                        term: string;
                        weight: number;
                    }[];
                    /** @default default */
                    collection?: string;
                };
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
            };
        };
        responses: {
            /** @description The fingerprint and the recipe that made it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                };
            };
        };
    };
    extract: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description HTML of the page, of which the main text is taken */
                    html: string;
                };
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
            };
        };
        responses: {
            /** @description The text that a check of this page would compare */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        title: string | null;
                        text: string;
                        /** @description null where no bytes were decoded */
                        charset: string | null;
                        charsetSource: ("bom" | "header" | "meta" | "detected" | "default") | null;
                        /** @description name and version of what took the text from a page */
                        extractor: string;
                    };
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
                /** @description what the ids begin with, such as the address of a site */
                idPrefix?: string;
                /** @description only members of this cluster, as they came */
                cluster?: string;
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
                    "application/json": {
                        documents: components["schemas"]["StoredDocument"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    addDocument: {
        parameters: {
            query?: {
                /** @description 1 to 2,048 characters, often the URL of the page; only where the body is a page */
                id?: string;
                /** @description only where the body is a page */
                collection?: string;
                /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches; only where the body is a page */
                metadata?: string;
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
                "application/json": {
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    id?: string;
                    /** @default default */
                    collection?: string;
                    /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description for how long it is kept, if not as the collection says */
                    ttlSeconds?: number;
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description words and weights of an analysis of your own */
                    features?: {
                        term: string;
                        weight: number;
                    }[];
                    /** @description 64 bits as 16 lower-case hex digits */
                    fingerprint?: string;
                    /** @description id of the recipe that `fingerprint` was made with */
                    recipe?: string;
                    /** @description name and version of what took the text that `fingerprint` was made of */
                    extractor?: string;
                };
                "text/html": string;
                "application/xhtml+xml": string;
                "text/plain": string;
                "application/pdf": string;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
            };
        };
        responses: {
            /** @description An earlier version was replaced, or nothing changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    };
                };
            };
            /** @description The document was created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                    };
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
                "application/json": {
                    a: {
                        /** @description plain text of the page */
                        text?: string;
                        /** @description HTML of the page, of which the main text is taken */
                        html?: string;
                        /** @description words and weights of an analysis of your own */
                        features?: {
                            term: string;
                            weight: number;
                        }[];
                        /** @description 64 bits as 16 lower-case hex digits */
                        fingerprint?: string;
                        /** @description id of the recipe that `fingerprint` was made with */
                        recipe?: string;
                        /** @description 1 to 2,048 characters, often the URL of the page */
                        id?: string;
                    };
                    b: {
                        /** @description plain text of the page */
                        text?: string;
                        /** @description HTML of the page, of which the main text is taken */
                        html?: string;
                        /** @description words and weights of an analysis of your own */
                        features?: {
                            term: string;
                            weight: number;
                        }[];
                        /** @description 64 bits as 16 lower-case hex digits */
                        fingerprint?: string;
                        /** @description id of the recipe that `fingerprint` was made with */
                        recipe?: string;
                        /** @description 1 to 2,048 characters, often the URL of the page */
                        id?: string;
                    };
                    /** @default default */
                    collection?: string;
                    /**
                     * @description also give terms, bits and the difference
                     * @default false
                     */
                    explain?: boolean;
                };
            };
        };
        responses: {
            /** @description How alike the two are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description whether the two match by the defaults of the collection */
                        match: boolean;
                        exact: boolean;
                        /** @description whether they match and nothing contradicts that they are the same */
                        same: boolean;
                        /** @description what speaks against it that both are the same document */
                        readonly contradicts: ("other first words" | "other numbers" | "other subject")[];
                        distance: number;
                        similarity: number | null;
                        jaccard: number | null;
                        /** @description counted where `setsOf` says of what, else estimated by the sketches */
                        containment: {
                            aInB: number;
                            bInA: number;
                            /** @description half of the 95 % interval around each; 0 if both are counted */
                            error: {
                                aInB: number;
                                bInA: number;
                            };
                        } | null;
                        /** @description what a is to b, if at least 0.8 of a side is in the other */
                        relation: ("equal" | "contains" | "containedIn" | "overlaps") | null;
                        /** @description what `jaccard` and `containment` count */
                        setsOf: ("shingles" | "terms") | null;
                        cosine: number | null;
                        euclidean: number | null;
                        correlation: number | null;
                        fingerprints: {
                            /** @description 64 bits as 16 lower-case hex digits */
                            a: string;
                            /** @description 64 bits as 16 lower-case hex digits */
                            b: string;
                        };
                        /** @description whether one of the two is short, so that a match needs more */
                        shortText: boolean;
                        /**
                         * @description why something is null: of a stored document no text was kept
                         * @enum {string}
                         */
                        reason?: "text_not_kept";
                        /** @description words with their weights; null where words are not known */
                        terms?: {
                            shared: {
                                /** @description how many there are; the heaviest are listed */
                                count: number;
                                readonly terms: {
                                    term: string;
                                    weightA: number;
                                    weightB: number;
                                }[];
                            };
                            onlyA: {
                                /** @description how many there are; the heaviest are listed */
                                count: number;
                                readonly terms: {
                                    term: string;
                                    weightA: number;
                                    weightB: number;
                                }[];
                            };
                            onlyB: {
                                /** @description how many there are; the heaviest are listed */
                                count: number;
                                readonly terms: {
                                    term: string;
                                    weightA: number;
                                    weightB: number;
                                }[];
                            };
                        } | null;
                        readonly differingBits?: number[];
                        /** @description for a differing bit the fewest words without which this document had the other bit */
                        readonly flips?: {
                            /** @description 63 is the highest */
                            bit: number;
                            /** @enum {string} */
                            document: "a" | "b";
                            readonly terms: string[];
                        }[];
                        /** @description 16-bit blocks that agree, 0 the highest */
                        readonly equalBlocks?: number[];
                        /** @description bands of the sketches that agree */
                        sharedBands?: number[] | null;
                        /** @description with `explain`: the normalised texts, piece by piece */
                        diff?: {
                            /** @enum {string} */
                            in: "both" | "a" | "b";
                            text: string;
                        }[] | null;
                        /** @description with `explain`: what of a stands in b (`match`), eight words at least; null without both texts */
                        passages?: {
                            /** @description in UTF-16 code units of the text, as JavaScript counts them */
                            start: number;
                            /** @description exclusive */
                            end: number;
                            /** @description with `texts`: at most 500 characters of it */
                            text?: string;
                            words: number;
                            /** @description where it stands in the other text; null: that is not kept */
                            match: {
                                /** @description in UTF-16 code units of the text, as JavaScript counts them */
                                start: number;
                                /** @description exclusive */
                                end: number;
                                /** @description with `texts`: at most 500 characters of it */
                                text?: string;
                            } | null;
                        }[] | null;
                    };
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: {
                collection?: string;
                /** @description also give the kept text */
                include?: "text";
            };
            header?: never;
            path: {
                /** @description 1 to 2,048 characters, often the URL of the page */
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
                    "application/json": {
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
                        /** @description from when on it counts as absent; null: never */
                        expiresAt: string | null;
                        /** @description id of its cluster; null: it is in none */
                        cluster: string | null;
                        claim?: components["schemas"]["Claim"];
                        /** @description with `include=text`: the kept text */
                        text?: string | null;
                        /**
                         * @description why `text` is null
                         * @enum {string}
                         */
                        reason?: "text_not_kept";
                    };
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
            header?: never;
            path: {
                /** @description 1 to 2,048 characters, often the URL of the page */
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
                "application/json": {
                    ids: string[];
                    /** @default default */
                    collection?: string;
                };
            };
        };
        responses: {
            /** @description The documents in the order of the ids, and what is absent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        documents: components["schemas"]["StoredDocument"][];
                        missing: string[];
                        /** @description ids that were not looked for, as the documents before have 1 MiB; ask for them */
                        remaining: string[];
                    };
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
                "application/json": {
                    ids: string[];
                    /** @description who claimed them; by default the key */
                    claimant?: string;
                    /** @default default */
                    collection?: string;
                };
            };
        };
        responses: {
            /** @description What is stored for good, and what is not */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description stored for good, by this or before */
                        readonly confirmed: string[];
                        /** @description absent, or claimed by somebody else */
                        readonly missing: string[];
                    };
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
                "application/json": {
                    ids?: string[];
                    /** @description what the ids begin with, such as the address of a site */
                    idPrefix?: string;
                    /** @default default */
                    collection?: string;
                };
            };
        };
        responses: {
            /** @description With `ids`: what was deleted, and what was absent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly deleted: string[];
                        readonly missing: string[];
                    };
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
                /** @description whether a line is what POST /documents takes, or POST /check */
                mode?: "add" | "check";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description NDJSON: a document a line, at most as long as another request body */
        requestBody: {
            content: {
                "application/x-ndjson": {
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    id?: string;
                    /** @default default */
                    collection?: string;
                    /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description for how long it is kept, if not as the collection says */
                    ttlSeconds?: number;
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description words and weights of an analysis of your own */
                    features?: {
                        term: string;
                        weight: number;
                    }[];
                    /** @description 64 bits as 16 lower-case hex digits */
                    fingerprint?: string;
                    /** @description id of the recipe that `fingerprint` was made with */
                    recipe?: string;
                    /** @description name and version of what took the text that `fingerprint` was made of */
                    extractor?: string;
                } | {
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    id?: string;
                    /** @default default */
                    collection?: string;
                    /** @description a JSON object of at most 16 KiB and 64 levels, given back with matches */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description for how long it is kept, if not as the collection says */
                    ttlSeconds?: number;
                    /** @description plain text of the page */
                    text?: string;
                    /** @description HTML of the page, of which the main text is taken */
                    html?: string;
                    /** @description words and weights of an analysis of your own */
                    features?: {
                        term: string;
                        weight: number;
                    }[];
                    /** @description 64 bits as 16 lower-case hex digits */
                    fingerprint?: string;
                    /** @description id of the recipe that `fingerprint` was made with */
                    recipe?: string;
                    /** @description name and version of what took the text that `fingerprint` was made of */
                    extractor?: string;
                    /**
                     * @description when the document is stored
                     * @default ifNew
                     * @enum {string}
                     */
                    store?: "ifNew" | "always" | "never";
                    /**
                     * @description which matches refuse a document: exact ones, those that are the same, or all
                     * @enum {string}
                     */
                    refuse?: "exact" | "same" | "similar";
                    /**
                     * @description what stays of a duplicate: what is stored, or the document that comes
                     * @default keep
                     * @enum {string}
                     */
                    onDuplicate?: "keep" | "replace";
                    /**
                     * @description whether a stored id keeps its content if the new one is a duplicate of another
                     * @default false
                     */
                    keepFormer?: boolean;
                    /** @description what is stored goes by itself after this time, unless it is confirmed */
                    claimSeconds?: number;
                    /** @description who claims it, under a name that survives a restart; by default the key */
                    claimant?: string;
                    /** @description largest Hamming distance of a match; up to 7 is supported */
                    maxDistance?: number;
                    /** @description least similarity of a match, where both sides have a sketch */
                    minSimilarity?: number;
                    /** @description with parts: least containment of either text in the other; null: none matches by parts */
                    minContainment?: number | null;
                    /** @description how many matches are listed */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description NDJSON: a result a line, in their order, each after its commit; then a summary */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BulkLine"];
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
                /** @description least number of members, refused ones counted */
                minSize?: number;
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
                    "application/json": {
                        clusters: components["schemas"]["Cluster"][];
                        nextCursor: string | null;
                    };
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
                    "application/json": {
                        id: string;
                        collection: string;
                        /** @description members that are stored */
                        size: number;
                        /** @description members that are not: ids that were refused as duplicates */
                        refused: number;
                        /** @description id of the stored member that came first */
                        representative: string;
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
                        /** @description stored ones first, each kind in the order of their coming */
                        members: components["schemas"]["Member"][];
                        nextCursor: string | null;
                    };
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
                "application/json": {
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    a: string;
                    /** @description 1 to 2,048 characters, often the URL of the page */
                    b: string;
                    /** @default default */
                    collection?: string;
                };
            };
        };
        responses: {
            /** @description It is remembered */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
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
                    "application/json": {
                        separations: components["schemas"]["Separation"][];
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    deleteSeparation: {
        parameters: {
            query: {
                /** @description 1 to 2,048 characters, often the URL of the page */
                a: string;
                /** @description 1 to 2,048 characters, often the URL of the page */
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
                    "application/json": {
                        labels: components["schemas"]["Label"][];
                        nextCursor: string | null;
                    };
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
                "application/json": {
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
                    separate?: boolean;
                    /** @default default */
                    collection?: string;
                };
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
                /** @description 1 to 2,048 characters, often the URL of the page */
                a: string;
                /** @description 1 to 2,048 characters, often the URL of the page */
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
                /** @description how many pairs at most */
                limit?: number;
            };
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs; drawn anew each time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description those nearest to the middle of what is uncertain first; none: nothing to ask */
                        readonly pairs: components["schemas"]["BorderPair"][];
                    };
                };
            };
        };
    };
    recommendation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
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
                    "application/json": {
                        /**
                         * @description which setting is recommended
                         * @enum {string}
                         */
                        setting: "minSimilarity" | "maxDistance";
                        /** @description what the collection has now */
                        threshold: number;
                        /** @description null: fewer than five labels, or none of pairs that are different, or alike */
                        recommended: {
                            threshold: number;
                            /** @description where the threshold lies with a probability of 95 % */
                            interval: {
                                low: number;
                                high: number;
                            };
                            /** @description about how many more labels the interval takes to be 0.1 wide; 0: none */
                            answersNeeded: number;
                        } | null;
                        /** @description that were used */
                        labels: {
                            same: number;
                            version: number;
                            different: number;
                        };
                        /** @description labels of pairs with a short text or without a sketch: other thresholds count */
                        ignored: number;
                    };
                };
            };
        };
    };
    listCollections: {
        parameters: {
            query?: never;
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
                    "application/json": {
                        collections: components["schemas"]["Collection"][];
                    };
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
                "application/json": {
                    name: string;
                    recipe?: {
                        /** @enum {number} */
                        version?: 1 | 2;
                        /** @enum {string} */
                        method?: "simhash" | "minhash" | "hybrid";
                        /** @enum {string} */
                        unicode?: "16.0";
                        /** @enum {string} */
                        segmenter?: "jieba-2.0.3";
                        hmm?: boolean;
                        simplify?: boolean;
                        lowerCase?: boolean;
                        minTermLength?: number;
                        readonly stopWords?: ("zh" | "en")[];
                        /** @enum {string} */
                        weighting?: "none" | "tf" | "logTf" | "tfIdf" | "textRank";
                        /** @enum {string} */
                        unknownIdf?: "median" | "mean";
                        topTerms?: number | null;
                        /** @enum {string} */
                        hash?: "xxh64" | "fnv1a64" | "md5" | "sha1" | "jenkins";
                        shortTextBelow?: number;
                        shortMinSimilarity?: number | null;
                        shingle?: {
                            words: number;
                        } | null;
                        sketch?: {
                            /** @enum {number} */
                            length: 128;
                            /** @enum {number} */
                            bits: 8;
                        } | null;
                        bands?: {
                            count: number;
                            rows: number;
                        } | null;
                        traits?: boolean;
                        parts?: {
                            /** @description how many words make a shingle */
                            words?: number;
                            /** @description one in so many shingles of a long text is indexed */
                            oneIn?: number;
                            /** @description so many at least, or all that there are */
                            least?: number;
                        } | null;
                        /** @description words for the cut, a line each: `word [frequency] [tag]`, as jieba has it */
                        ownWords?: string | null;
                        /** @description words that are dropped beside those of `stopWords`, a line each */
                        ownStopWords?: string | null;
                        /** @description the idf of `tfIdf` in the place of the built-in one, lines of `word idf` */
                        ownIdf?: string | null;
                        readonly checksums?: {
                            [key: string]: string;
                        };
                    };
                    /** @description largest Hamming distance of a match; up to 7 is supported */
                    maxDistance?: number;
                    /** @description least similarity of a match, where both sides have a sketch */
                    minSimilarity?: number;
                    /** @description with parts: least containment of either text in the other; null: none matches by parts */
                    minContainment?: number | null;
                    /**
                     * @description which matches refuse a document: exact ones, those that are the same, or all
                     * @enum {string}
                     */
                    refuse?: "exact" | "same" | "similar";
                    /** @description for how long documents are kept that name no time; null: for good */
                    ttlSeconds?: number | null;
                    /** @description whether normalised texts are kept, for evidence and for reindexing */
                    keepText?: boolean;
                    /** @description how many refused ids a cluster remembers, 100 by default; 0: none */
                    keepRefused?: number;
                };
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
                /** @description the name of the collection once more */
                confirm: string;
            };
            header?: never;
            path: {
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
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description largest Hamming distance of a match; up to 7 is supported */
                    maxDistance?: number;
                    /** @description least similarity of a match, where both sides have a sketch */
                    minSimilarity?: number;
                    /** @description with parts: least containment of either text in the other; null: none matches by parts */
                    minContainment?: number | null;
                    /**
                     * @description which matches refuse a document: exact ones, those that are the same, or all
                     * @enum {string}
                     */
                    refuse?: "exact" | "same" | "similar";
                    /** @description for how long documents are kept that name no time; null: for good */
                    ttlSeconds?: number | null;
                    /** @description whether normalised texts are kept, for evidence and for reindexing */
                    keepText?: boolean;
                    /** @description how many refused ids a cluster remembers, 100 by default; 0: none */
                    keepRefused?: number;
                    /** @description is refused: a recipe never changes */
                    recipe?: unknown;
                };
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
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    recipe: {
                        /** @enum {number} */
                        version?: 1 | 2;
                        /** @enum {string} */
                        method?: "simhash" | "minhash" | "hybrid";
                        /** @enum {string} */
                        unicode?: "16.0";
                        /** @enum {string} */
                        segmenter?: "jieba-2.0.3";
                        hmm?: boolean;
                        simplify?: boolean;
                        lowerCase?: boolean;
                        minTermLength?: number;
                        readonly stopWords?: ("zh" | "en")[];
                        /** @enum {string} */
                        weighting?: "none" | "tf" | "logTf" | "tfIdf" | "textRank";
                        /** @enum {string} */
                        unknownIdf?: "median" | "mean";
                        topTerms?: number | null;
                        /** @enum {string} */
                        hash?: "xxh64" | "fnv1a64" | "md5" | "sha1" | "jenkins";
                        shortTextBelow?: number;
                        shortMinSimilarity?: number | null;
                        shingle?: {
                            words: number;
                        } | null;
                        sketch?: {
                            /** @enum {number} */
                            length: 128;
                            /** @enum {number} */
                            bits: 8;
                        } | null;
                        bands?: {
                            count: number;
                            rows: number;
                        } | null;
                        traits?: boolean;
                        parts?: {
                            /** @description how many words make a shingle */
                            words?: number;
                            /** @description one in so many shingles of a long text is indexed */
                            oneIn?: number;
                            /** @description so many at least, or all that there are */
                            least?: number;
                        } | null;
                        /** @description words for the cut, a line each: `word [frequency] [tag]`, as jieba has it */
                        ownWords?: string | null;
                        /** @description words that are dropped beside those of `stopWords`, a line each */
                        ownStopWords?: string | null;
                        /** @description the idf of `tfIdf` in the place of the built-in one, lines of `word idf` */
                        ownIdf?: string | null;
                        readonly checksums?: {
                            [key: string]: string;
                        };
                    };
                };
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
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description whether documents go that are duplicates of one that stays; by default none goes */
                    deleteDuplicates?: boolean;
                    /** @description whether it only tells what it would do */
                    dryRun?: boolean;
                };
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
                    "application/json": {
                        jobs: components["schemas"]["Job"][];
                    };
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
                "application/json": {
                    /** @description file name of the copy in NEARDUP_BACKUP_DIR; made of the time by default */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The copy is complete and on disk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description file name of the copy in NEARDUP_BACKUP_DIR */
                        name: string;
                        bytes: number;
                        tookMs: number;
                    };
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
                    "application/json": {
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
                        /** @description of all checks but those with `store: never` */
                        decisions: {
                            new: number;
                            similar: number;
                            duplicate: number;
                            changed: number;
                            unchanged: number;
                        };
                        /** @description documents with a match by the distance of the best one, 0 to 64 */
                        distances: number[];
                        /** @description documents with a match by the similarity of the best one, in bins of 0.05 */
                        similarities: number[];
                    };
                };
            };
        };
    };
    history: {
        parameters: {
            query?: {
                collection?: string;
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
                    "application/json": {
                        /** @enum {number} */
                        stepSeconds: 3600;
                        /** @description oldest first; hours without a decision are left out */
                        points: {
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
                        }[];
                    };
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
                    "application/json": {
                        /** @enum {string} */
                        status: "ok";
                        version: string;
                    };
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
                    "application/json": {
                        /** @enum {string} */
                        status: "ready";
                        checks: {
                            /** @enum {string} */
                            store: "ok";
                            /** @enum {string} */
                            signing: "ok";
                        };
                    };
                };
            };
        };
    };
    events: {
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
