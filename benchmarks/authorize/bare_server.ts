/**
 * The ceiling: an AdonisJS server with its own body parser and one JSON POST route, and nothing else. Listens on
 * the port in its first argument.
 */
import 'reflect-metadata'
import { createServer } from 'node:http'
import { defineConfig } from '@adonisjs/core/bodyparser'
import { AppFactory } from '@adonisjs/core/factories/app'
import { BodyParserMiddlewareFactory } from '@adonisjs/core/factories/bodyparser'
import { ServerFactory } from '@adonisjs/core/factories/http'
import { defineConfig as defineHttp } from '@adonisjs/core/http'

const app = new AppFactory().create(new URL('../../', import.meta.url))
await app.init()
const server = new ServerFactory().merge({ app, config: defineHttp({ generateRequestId: true }) }).create()
const bodyParser = new BodyParserMiddlewareFactory().merge(defineConfig({})).create()

server.use([
  async () => ({
    default: class {
      handle = bodyParser.handle.bind(bodyParser)
    },
  }),
])
server.getRouter().post('/v1/licenses/authorize', ({ request }) => ({ ok: true, data: request.body() }))
await server.boot()
createServer((req, res) => void server.handle(req, res)).listen(Number(process.argv[2]), '127.0.0.1', () =>
  process.send?.('ready')
)
