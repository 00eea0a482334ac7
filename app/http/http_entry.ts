import { randomUUIDv7 } from 'node:crypto'
import { createServer, IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pathOf, plainPath } from '#kernel/signing/canonical_string'
import { errorEnvelope } from '#kernel/refusals/error_envelope'
import ServiceResponse, { commonHeaders } from './service_response.js'

/** Settings of the server, known once the process has its settings and keys. */
export type Arrangement = {
  /** Runs for every exchange before the framework sees it. */
  begin: (req: IncomingMessage, res: ServiceResponse) => void
  /** Milliseconds that an idle connection stays open between two requests. */
  keepAlive: number
  maxConnections: number
  /** Is told of each request whose answer was lost with its connection, because its handler failed. */
  lost: (error: unknown, req: IncomingMessage) => void
}

/** Handles a request outside the framework. If it throws, the connection is closed. */
export type Exchange = (req: IncomingMessage, res: ServiceResponse) => Promise<void>

let arrangement: Arrangement | null = null
const direct = new Map<string, Exchange>()

/** Answers POST requests to a path outside the framework, in whatever form the path is written. */
export function answerDirectly(path: string, exchange: Exchange) {
  direct.set(path, exchange)
}

function exchangeFor({ method, url = '/' }: IncomingMessage): Exchange | undefined {
  if (method !== 'POST') return undefined
  const path = plainPath(pathOf(url))
  return path === null ? undefined : direct.get(path)
}

/** Call it before the server is created. */
export function arrange(settled: Arrangement) {
  arrangement = settled
}

/**
 * Milliseconds. Code that reads a body sets its own time limit (`watchArrival`). `requestTimeout` covers bodies that
 * nothing reads, and is longer than any upload may take.
 */
const TIMES = { headersTimeout: 15_000, requestTimeout: 3_660_000, connectionsCheckingInterval: 5_000 }

const SLASH = '/'.charCodeAt(0)
const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i

const REQUEST_ID = /^[A-Za-z0-9_-]{8,128}$/

/**
 * Creates the HTTP server below the framework. It sets the request id before anything else can answer: an inbound
 * `x-request-id` is kept if it is harmless, else replaced, and every response carries it (contract#style).
 */
export function createHttpServer(handle: RequestListener): Server {
  // A request without Host is handled like any other; by default, Node.js would answer it with an empty response.
  const classes = { IncomingMessage, ServerResponse: ServiceResponse }
  const answer = (req: IncomingMessage, res: InstanceType<typeof ServiceResponse>) => {
    if (req.url!.charCodeAt(0) !== SLASH) originForm(req)
    const id = acceptedId(req.headers['x-request-id'])
    req.headers['x-request-id'] = id
    res.own['x-request-id'] = id
    arrangement?.begin(req, res)
    const exchange = exchangeFor(req)
    if (!exchange) return void handle(req, res)
    exchange(req, res).catch((error: unknown) => {
      res.destroy()
      arrangement?.lost(error, req)
    })
  }
  const server = createServer({ ...classes, requireHostHeader: false, ...TIMES }, answer)
  // An unknown Expect header is ignored; by default, Node.js would answer it with an empty 417.
  server.on('checkExpectation', answer)
  server.on('checkContinue', (req: IncomingMessage, res: InstanceType<typeof ServiceResponse>) => {
    res.continueWhenRead()
    answer(req, res)
  })
  server.on('connect', answerConnect)
  server.on('clientError', answerUnreadable)
  server.keepAliveTimeout = arrangement?.keepAlive ?? 0
  server.maxConnections = arrangement?.maxConnections ?? 0
  return server
}

/** Reduces an absolute-form target, as clients of forward proxies send it, to its path (RFC 9112, 3.2.2). */
function originForm(req: IncomingMessage) {
  const [, host, rest] = ABSOLUTE.exec(req.url!) ?? []
  if (host === undefined) return
  req.headers.host = host
  req.url = rest.startsWith('/') ? rest : `/${rest}`
}

function acceptedId(inbound: string | string[] | undefined): string {
  return typeof inbound === 'string' && REQUEST_ID.test(inbound) ? inbound : randomUUIDv7()
}

/** Answers bytes that are not a valid HTTP request. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  endWith(socket, '400 Bad Request', errorEnvelope('BAD_REQUEST', 'The request is malformed'))
}

/**
 * Answers CONNECT, which by default Node.js would answer by closing the connection. It leaves the connection to this
 * function, so a reset that nobody listened to would end the process, and nobody else closes it.
 */
function answerConnect(_req: IncomingMessage, socket: Duplex) {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  endWith(socket, '404 Not Found', errorEnvelope('NOT_FOUND', 'No route has this method and path'))
}

/** Ends a connection with an envelope and the headers of every response. */
function endWith(socket: Duplex, status: string, envelope: object) {
  const body = JSON.stringify(envelope)
  const headers = {
    ...commonHeaders(),
    'x-request-id': randomUUIDv7(),
    'content-type': 'application/json; charset=utf-8',
    'X-RateLimit-Limit-IP': -1,
    'X-RateLimit-Remaining-IP': -1,
    'X-RateLimit-Limit-Product': -1,
    'X-RateLimit-Remaining-Product': -1,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
}
