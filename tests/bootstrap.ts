import app from '@adonisjs/core/services/app'
import testUtils from '@adonisjs/core/services/test_utils'
import { authApiClient } from '@adonisjs/auth/plugins/api_client'
import { apiClient } from '@japa/api-client'
import { assert } from '@japa/assert'
import type { Server } from 'node:http'
import { pluginAdonisJS } from '@japa/plugin-adonisjs'
import type { Config } from '@japa/runner/types'
import { browserPlugins } from '#tests/testkit/browser'
import { BASE } from '#tests/testkit/http'
import { createHttpServer } from '#http/http_entry'
import { readContract, reportOf } from '#tests/testkit/api_report'
import { refuseLeftOvers } from '#tests/testkit/left_overs'
import { shownTitles } from '#tests/testkit/shown_titles'
import { noteRecorded, watched } from '#tests/testkit/watched_server'

export const plugins: Config['plugins'] = [
  assert(),
  shownTitles,
  pluginAdonisJS(app),
  apiClient({ baseURL: BASE }),
  authApiClient(app),
  ...browserPlugins,
]

export const runnerHooks: Required<Pick<Config, 'setup' | 'teardown'>> = {
  setup: [],
  teardown: [],
}

/**
 * Starts the service on its own port for every suite except the unit suite, and checks each of its answers against the
 * API document.
 */
export const configureSuite: Config['configureSuite'] = (suite) => {
  suite.onGroup((group) => refuseLeftOvers(group, ['ProcessWrap', 'TCPServerWrap']))
  if (suite.name === 'unit') return
  const api = readContract()
  suite.teardown(async () => {
    await noteRecorded(api)
    await reportOf(api, suite.name)
  })
  suite.setup(async () => {
    let server: Server
    const close = await testUtils.httpServer().start((handle) => {
      server = watched(createHttpServer(handle), api)
      return server
    })
    return () => {
      const closed = close()
      // A connection that a test has left open would hold up the end of the suite until its client gives it up.
      server.closeAllConnections()
      return closed
    }
  })
}
