import { defineConfig } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { appKeys } from '#config/app_keys'
import env from '#start/env'
import { trustOf } from '#kernel/net/client_address'
import { httpAddress } from '#kernel/net/http_address'

/** The key that the framework uses: the newest of the ring. */
export const appKey = appKeys[0]

/** Whether APP_URL is set. */
export const appUrlIsSet = env.get('APP_URL') !== undefined

/** The public URL of the service; used in links and redirects. Without a trailing slash. */
export const appUrl = env.get('APP_URL') ?? httpAddress(env.get('HOST'), env.get('PORT'))

/** The URL of the web console, for links in mails to users; without a trailing slash. */
export const consoleUrl = env.get('CONSOLE_URL') ?? `${appUrl}/console`

/** The folder for everything that the service stores on this machine. */
export const dataDir = env.get('DATA_DIR')

/**
 * How a query string is read. Names that every object has, such as `constructor`, are kept: a route that refuses unknown
 * parameters must see them.
 */
const parse = {
  ...{ depth: 1, parameterLimit: 100, arrayLimit: 0, allowSparse: false, comma: false },
  allowPrototypes: true,
}

/** How the framework parses requests. `http_provider` adds the service's own functions. */
export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  trustProxy: trustOf(env.get('TRUST_PROXY')),
  router: { matcher: 'tree' },
  qs: {
    parse,
    stringify: {
      encode: true,
      encodeValuesOnly: false,
      arrayFormat: 'repeat',
      skipNulls: false,
    },
  },
  cookie: {
    domain: '',
    path: '/',
    maxAge: '2h',
    httpOnly: true,
    secure: app.inProduction,
    sameSite: 'lax',
  },
})
