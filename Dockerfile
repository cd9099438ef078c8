# Builds with compilers at hand, in case better-sqlite3 has no prebuilt binary for the platform. The base is that of Node
# 22.23.3, for all platforms; `docker buildx imagetools inspect node:22-bookworm-slim` prints the digest of a newer one.
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 make g++ \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json ./clients/typescript/
COPY console/package.json ./console/
COPY engines/batch/package.json ./engines/batch/
COPY engines/cassandra/package.json ./engines/cassandra/
COPY engines/hadoop/package.json ./engines/hadoop/
COPY engines/spark/package.json ./engines/spark/
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY console ./console
COPY engines/batch ./engines/batch
COPY engines/cassandra ./engines/cassandra
COPY scripts ./scripts
COPY openapi/openapi.json ./openapi/
COPY src ./src
RUN npm run build
RUN npm prune --omit=dev && rm -f node_modules/neardup node_modules/neardup-* \
 && for engine in batch cassandra; do \
      mkdir node_modules/neardup-$engine \
      && mv engines/$engine/dist engines/$engine/package.json node_modules/neardup-$engine || exit 1; \
    done \
 && ln -s .. node_modules/neardup \
 && npm pkg delete devDependencies scripts workspaces

FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c
ENV NODE_ENV=production \
    NEARDUP_HOST=0.0.0.0 \
    NEARDUP_PORT=8080 \
    NEARDUP_DATA=/data/neardup.db
WORKDIR /app
COPY LICENSE ./
COPY migrations ./migrations
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
RUN mkdir /data && chown node:node /data
LABEL org.opencontainers.image.title="neardup" \
      org.opencontainers.image.description="HTTP service that tells a crawler whether it already has a page, or nearly the same one" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.source="https://github.com/neardup/neardup" \
      org.opencontainers.image.version="0.2.0"
USER node
VOLUME /data
EXPOSE 8080
# A minute without an answer, or without a store, makes it unhealthy: then a new one may help.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=6 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.NEARDUP_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without NEARDUP_API_KEY the service refuses to start, because it listens beyond loopback.
CMD ["node", "dist/main.js", "serve"]
