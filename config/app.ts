import { defineConfig } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import env from '#start/env'
import { answerMalformedUrl } from '#services/http_entry'
import { newId } from '#services/ids'

export const appKey = env.get('APP_KEY')

/** The address under which people reach the service; used in links and redirects. */
export const appUrl = env.get('APP_URL') ?? `http://${env.get('HOST')}:${env.get('PORT')}`

/** Folder for everything that the service keeps on this machine. */
export const dataDir = env.get('DATA_DIR')

/**
 * Who may say what a client's address is (contract 4, TRUST_PROXY): unset or "false" trusts nobody, "true"
 * everybody, otherwise a list of addresses and ranges as proxy-addr knows them ("loopback", CIDR).
 */
function trustProxy(): boolean | string {
  const setting = env.get('TRUST_PROXY') ?? 'false'
  return setting === 'true' || setting === 'false' ? setting === 'true' : setting
}

export const http = defineConfig({
  generateRequestId: true,
  createRequestId: newId,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  trustProxy: trustProxy(),
  router: { matcher: 'tree' },
  onBadUrl: answerMalformedUrl,
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
