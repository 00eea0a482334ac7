import env from '#start/env'

/** How the HTTP server handles connections and how it stops. Times are in milliseconds. */
export const server = {
  host: env.get('HOST'),
  port: env.get('PORT'),

  /**
   * How long a connection stays open between two requests. A proxy must close its idle connections earlier: if it
   * sends a request on a connection that the service has just closed, its client gets a 502.
   */
  keepAlive: env.get('KEEP_ALIVE_SECONDS') * 1000,

  /** Connections above this number are closed at once. */
  maxConnections: env.get('MAX_CONNECTIONS'),

  /** How long a stopping process keeps serving while load balancers notice that it is not ready. */
  drain: env.get('DRAIN_SECONDS') * 1000,

  /** How long requests in flight may take after that. */
  grace: 25_000,

  logRequests: env.get('LOG_REQUESTS'),
  production: env.get('NODE_ENV') === 'production',
}
