import env from '#start/env'

/** How the HTTP server treats connections and how it stops. Times are in milliseconds. */
export const server = {
  host: env.get('HOST'),
  port: env.get('PORT'),

  /**
   * How long a connection stays open between two requests. A proxy that keeps connections must close them first: what
   * it sends into a connection that the service has just closed, it answers 502.
   */
  keepAlive: env.get('KEEP_ALIVE_SECONDS') * 1000,

  /** More connections than these are closed at once. */
  maxConnections: env.get('MAX_CONNECTIONS'),

  /** How long a process that was told to stop goes on serving while load balancers learn that it is not ready. */
  drain: env.get('DRAIN_SECONDS') * 1000,

  /** How long what is under way may take after that. */
  grace: 25_000,

  logRequests: env.get('LOG_REQUESTS'),
  production: env.get('NODE_ENV') === 'production',
}
