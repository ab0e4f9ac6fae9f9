# The gateway, the worker and the command-line programs in one image. It needs DATABASE_URL: it contains no PostgreSQL.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts scripts
RUN npm ci
COPY prisma.config.ts ./
COPY prisma prisma
COPY src src
COPY cells cells
COPY console console
RUN npm run build

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=build /app/package.json ./
# The programs are bundles. GraphiQL's page is the only package that they load at run time, besides the embedded PostgreSQL.
COPY --from=build /app/node_modules/@graphql-yoga/render-graphiql node_modules/@graphql-yoga/render-graphiql
COPY --from=build /app/dist dist
COPY --from=build /app/prisma/migrations prisma/migrations
COPY operations operations
USER node
EXPOSE 4000
STOPSIGNAL SIGTERM
# /health and not /ready: an orchestrator replaces unhealthy containers, which does not bring a lost database back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/main.js"]
