# One image for all servers and the command line: the first argument says which. .dockerignore excludes apps/bench,
# apps/demo-partner, apps/tools and the development libs, `npm prune` the packages that only they need.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY .swcrc nest-cli.json ./
COPY scripts/compile.mjs scripts/
COPY scripts/lib/web.mjs scripts/lib/web-sizes.mjs scripts/lib/
COPY apps apps
COPY libs libs
COPY scripts/slim.mjs scripts/
RUN npm run build && npm prune --omit=dev
# without what no server loads; what is left, as CycloneDX
RUN npm pkg delete devDependencies && node scripts/slim.mjs node_modules && npm sbom --sbom-format=cyclonedx > sbom.cdx.json

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
# what changes least comes first
COPY --chmod=755 scripts/docker-entrypoint.sh /usr/local/bin/learning-platform
COPY --chmod=755 scripts/docker-healthcheck.sh /usr/local/bin/learning-platform-health
COPY --from=build /app/node_modules node_modules
# sample content for `sandbox create`
COPY libs/sample-content/content libs/sample-content/content
COPY LICENSE docs/third-party.md ./
COPY docs/partner-guide.md docs/grants.md docs/sign-in-with-us.md docs/webhooks.md docs/catalogue-import.md docs/errors.md docs/limits.md docs/
COPY --from=build /app/package.json /app/sbom.cdx.json ./
COPY --from=build /app/dist dist
ARG VERSION=unknown
# which commit this is, for metrics and traces: docker build --build-arg BUILD_COMMIT=$(git rev-parse --short HEAD)
ARG BUILD_COMMIT=unknown
ENV BUILD_COMMIT=${BUILD_COMMIT}
LABEL org.opencontainers.image.title="Learning Platform Service" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}"
# of no user on any host
USER 10001:10001
# Kubernetes has probes of its own
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["learning-platform-health"]
ENTRYPOINT ["learning-platform"]
CMD ["--help"]
