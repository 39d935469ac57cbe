# syntax=docker/dockerfile:1
# One image for all three servers and the command line: the first argument says which. .dockerignore leaves out apps/tools
# and the libs of development, `npm prune` what only they need.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY apps apps
COPY libs libs
RUN npm run build && npm prune --omit=dev

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# what `sandbox create` fills a portal with
COPY libs/sample-content/content libs/sample-content/content
COPY --chmod=755 scripts/docker-entrypoint.sh /usr/local/bin/learning-platform
USER node
ENTRYPOINT ["learning-platform"]
CMD ["--help"]
