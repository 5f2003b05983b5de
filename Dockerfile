# The exchange and the suite in one image; docs/ci.md describes it.
#
#   docker build --tag perpsim .
#   docker run --rm --publish 127.0.0.1:8700:8700 perpsim
ARG NODE=22-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /perpsim
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm run docs:build

FROM node:${NODE} AS modules
WORKDIR /perpsim
COPY package.json package-lock.json ./
# No package needs its script: the native signature module brings its binaries.
RUN npm ci --ignore-scripts --no-audit --no-fund
# The suite is part of the image: its packages stay, in the versions of the lock file, and those of development go.
RUN node -e "const fs = require('fs'), own = JSON.parse(fs.readFileSync('package.json')); for (const name in own.peerDependencies) own.dependencies[name] = own.devDependencies[name]; delete own.devDependencies; fs.writeFileSync('package.json', JSON.stringify(own))"
RUN npm prune --ignore-scripts --no-audit --no-fund

FROM node:${NODE}
# In a container the port is reached from outside; the control plane is there with PERPSIM_CONTROL_TOKEN only.
ENV NODE_ENV=production PERPSIM_HOST=0.0.0.0
RUN install --directory --owner=node --group=node /data
COPY --from=modules /perpsim/node_modules /perpsim/node_modules
COPY --from=build /perpsim/package.json /perpsim/LICENSE /perpsim/
COPY --from=build /perpsim/bin /perpsim/bin
COPY --from=build /perpsim/docs /perpsim/docs
COPY --from=build /perpsim/features /perpsim/features
COPY --from=build /perpsim/fixtures /perpsim/fixtures
COPY --from=build /perpsim/scenarios /perpsim/scenarios
COPY --from=build /perpsim/schemas /perpsim/schemas
COPY --from=build /perpsim/dist /perpsim/dist
USER node
# Data directories and reports go here.
WORKDIR /data
VOLUME /data
EXPOSE 8700
HEALTHCHECK --interval=5s --timeout=4s --start-period=10s CMD ["node", "/perpsim/bin/perpsim.js", "wait", "--timeout", "2s"]
ENTRYPOINT ["node", "/perpsim/bin/perpsim.js"]
CMD ["serve"]
