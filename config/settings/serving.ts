import { Env } from '@adonisjs/core/env'
import {
  hostAndPort,
  linkBase,
  origins,
  port,
  positive,
  proxies,
  seconds,
  secondsOrNone,
  urlOf,
} from '../setting_checks.js'
import { setting } from './setting.js'

const { schema } = Env

/** How a process listens, which proxies it trusts, and how it logs and stops. */
export const serving = {
  NODE_ENV: setting(schema.enum(['development', 'production', 'test'] as const), {
    default: 'development',
    says: 'Signing, cookies and secrets are strict in `production`, which `npm run start` and `npm run worker` set, and commands (`npm run ace --`) too where `DATABASE_URL` and `APP_KEY` are set.',
  }),
  HOST: setting(schema.string({ format: 'host' }), {
    default: '127.0.0.1',
    says: 'The address on which the HTTP server listens.',
  }),
  PORT: setting(port, { default: '3333', says: 'The port on which the HTTP server listens.' }),
  APP_URL: setting(linkBase, {
    unset: 'from `HOST` and `PORT`',
    example: 'https://licenses.example.com',
    says: 'The public address of the service. Links in mails and export links begin with it.',
  }),
  CONSOLE_URL: setting(linkBase, {
    unset: '`APP_URL`/console',
    example: 'https://console.example.com',
    says: 'The address of the web console. Links in mails to users lead there.',
  }),
  PORTAL_HOST: setting(hostAndPort, {
    unset: '/portal below `APP_URL`',
    example: 'licenses.example.com',
    says: 'A host, with its port if needed, that serves the end-user portal at its root and never the console. Your proxy must forward its requests with the original `Host` header.',
  }),
  TRUST_PROXY: setting(proxies, {
    default: 'none',
    says: 'The proxies whose `X-Forwarded-For` is trusted: the number of proxies in front of the service, or their addresses and ranges (`loopback`, `10.0.0.0/8`).',
  }),
  ALLOWED_ORIGINS: setting(origins, {
    unset: 'none',
    example: 'https://console.example.com',
    says: 'Other origins, separated by commas, whose pages may call the API for users who are signed in by cookie.',
  }),
  SECURITY_CONTACT: setting(urlOf('https', 'mailto'), {
    unset: 'no such file',
    example: 'mailto:security@example.com',
    says: 'The contact for vulnerability reports, published in `/.well-known/security.txt`: a `mailto:` or https address.',
  }),
  KEEP_ALIVE_SECONDS: setting(seconds, {
    default: '75',
    says: 'How long an idle connection stays open. Use a longer time than your proxy does.',
  }),
  MAX_CONNECTIONS: setting(positive, {
    default: '10000',
    says: 'The maximum number of connections of one HTTP process. Further connections are closed at once.',
  }),
  DRAIN_SECONDS: setting(secondsOrNone, {
    default: { production: '5', otherwise: '0' },
    says: 'How long an HTTP process still accepts requests after a stop signal. During this time it reports that it is not ready.',
  }),
  LOG_LEVEL: setting(schema.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const), {
    default: 'info',
    says: 'The lowest level that is logged: `fatal` to `trace`, or `silent`.',
  }),
  LOG_REQUESTS: setting(schema.boolean(), {
    default: 'false',
    says: 'Logs one line for each request. Without it, only requests that fail in the service (500 and above) are logged.',
  }),
}
