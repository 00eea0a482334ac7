import { defineConfig } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { appKeys } from '#config/app_keys'
import env from '#start/env'
import { trustOf } from '#kernel/net/client_address'
import { httpAddress } from '#kernel/net/http_address'

/** The key that the framework knows: the newest of the ring. */
export const appKey = appKeys[0]

/** Whether somebody has said under which address people reach the service. */
export const appUrlIsSet = env.get('APP_URL') !== undefined

/** The address under which people reach the service; used in links and redirects. */
export const appUrl = env.get('APP_URL') ?? httpAddress(env.get('HOST'), env.get('PORT'))

/** The address of the web console, where links of mails to users lead; without a slash at its end. */
export const consoleUrl = (env.get('CONSOLE_URL') ?? `${appUrl.replace(/\/+$/, '')}/console`).replace(
  /\/+$/,
  ''
)

/** Folder for everything that the service keeps on this machine. */
export const dataDir = env.get('DATA_DIR')

/** How the framework reads requests. `http_provider` adds functions of the service. */
export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  trustProxy: trustOf(env.get('TRUST_PROXY')),
  router: { matcher: 'tree' },
  qs: {
    parse: { depth: 1, parameterLimit: 100, arrayLimit: 0, allowSparse: false, comma: false },
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
