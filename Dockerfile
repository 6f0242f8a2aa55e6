# The program with a Chromium, run as a user without rights. One image serves the worker and the API.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.mjs && npm prune --omit=dev

FROM node:22-bookworm-slim
# tini reaps what a browser leaves behind and passes signals on.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates chromium fonts-noto-core fonts-noto-cjk tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node --mode=700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/scripts/ensure-built.mjs /app/scripts/source-hash.mjs /app/scripts/synthetic.mjs ./scripts/
ENV NODE_ENV=production DATA_DIR=/data CHROMIUM_PATH=/usr/bin/chromium
VOLUME /data
USER node
EXPOSE 3000
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/server.js"]
