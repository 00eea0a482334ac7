import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const BUCKET = 'latchkey-test'
const REGION = 'eu-test-1'
const ACCESS_KEY = 'AKIATEST'

/** The answer of S3 to a request: a status, and XML or the bytes of an object. */
type Answer = { status?: number; xml?: string; bytes?: Buffer; headers?: Record<string, string> }
type Call = { method: string; key: string; query: URLSearchParams; body: Buffer; request: IncomingMessage }

const MIN_PART = 5 * 1024 * 1024
const PAGE = 1000

/**
 * A server of the S3 protocol on loopback with one bucket in memory. It supports the calls that a disk makes and
 * enforces the rules of the real S3 that matter to them: requests must announce their length, hashes must match the
 * bytes, all parts but the last must have at least 5 MiB, lists are paged, and a multipart upload becomes an object
 * when it is completed.
 */
export async function openS3() {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>()
  const calls: string[] = []
  const state = { down: 0, silent: false }

  const server = createServer((request, response) => void respond(request, response))

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(request.url!, 'http://s3')
    const method = request.method!
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    const [bucket, ...rest] = decodeURIComponent(pathname).slice(1).split('/')
    calls.push(`${method} ${request.url}`)
    const call = { method, key: rest.join('/'), query, body, request }
    if (state.silent && method === 'GET' && call.key !== '') return
    const answer = refusal(bucket, call) ?? (state.down > 0 ? unavailable(state) : handle(call))
    const { status = 200, xml, bytes = Buffer.from(xml ?? ''), headers } = answer
    response.writeHead(status, { 'content-length': bytes.length, ...headers })
    response.end(method === 'HEAD' ? undefined : bytes)
  }

  function handle(call: Call): Answer {
    const { method, key, query, body } = call
    if (method === 'POST' && query.has('delete')) return deleteMany(body)
    if (query.has('uploads') || query.has('uploadId')) return inParts(call)
    if (method === 'GET' && key === '') return list(query)
    if (method === 'PUT') {
      objects.set(key, body)
      return { headers: { etag: etag(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const bytes = objects.get(key)
    if (!bytes) return problem(404, 'NoSuchKey')
    return { bytes, headers: { etag: etag(bytes), 'last-modified': new Date().toUTCString() } }
  }

  function inParts({ method, key, query, body }: Call): Answer {
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map() })
      return {
        xml: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    const id = query.get('uploadId')!
    const upload = uploads.get(id)
    if (!upload) return problem(404, 'NoSuchUpload')
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { headers: { etag: etag(body) } }
    }
    if (method === 'POST') {
      const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
      const parts = wanted.map((number) => upload.parts.get(number))
      if (parts.some((part) => !part)) return problem(400, 'InvalidPart')
      if (parts.slice(0, -1).some((part) => part!.length < MIN_PART)) return problem(400, 'EntityTooSmall')
      objects.set(upload.key, Buffer.concat(parts as Buffer[]))
    }
    uploads.delete(id)
    return method === 'POST'
      ? { xml: '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' }
      : { status: 204 }
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const after = query.get('continuation-token') ?? ''
    const names = new Set<string>()
    for (const key of [...objects.keys()].sort()) {
      const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      if (key.startsWith(prefix)) names.add(cut === -1 ? key : key.slice(0, cut + 1))
    }
    const left = [...names].filter((name) => name > after)
    const page = left.slice(0, Number(query.get('max-keys') ?? PAGE))
    const more = page.length < left.length
    const entries = page.map((name) =>
      objects.has(name)
        ? `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`
        : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`
    )
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return {
      xml: `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
    }
  }

  function deleteMany(body: Buffer): Answer {
    for (const [, key] of body.toString().matchAll(/<Key>([^<]+)</g)) objects.delete(key)
    return { xml: '<DeleteResult></DeleteResult>' }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    uploads,
    calls,
    /** Answers the next `requests` requests with 503, as a busy S3 does. */
    fail: (requests: number) => (state.down = requests),
    /** Leaves every request for an object without an answer from now on, as a storage that hangs does. */
    hang: () => (state.silent = true),
    /** The settings that make a process store its files here. */
    env: {
      DRIVE_DISK: 's3',
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The refusals that S3 checks before it handles a call. */
function refusal(bucket: string, { method, body, request }: Call): Answer | null {
  const { authorization = '', 'x-amz-content-sha256': sha256, 'content-length': length } = request.headers
  const scope = new RegExp(`^AWS4-HMAC-SHA256 Credential=${ACCESS_KEY}/\\d{8}/${REGION}/s3/aws4_request,`)
  if (!scope.test(authorization)) return problem(403, 'InvalidAccessKeyId')
  if (bucket !== BUCKET) return problem(404, 'NoSuchBucket')
  if (method === 'PUT' && length === undefined) return problem(411, 'MissingContentLength')
  if (sha256 !== createHash('sha256').update(body).digest('hex')) {
    return problem(400, 'XAmzContentSHA256Mismatch')
  }
  return null
}

function unavailable(state: { down: number }): Answer {
  state.down--
  return problem(503, 'SlowDown')
}

function problem(status: number, code: string): Answer {
  return { status, xml: `<Error><Code>${code}</Code><Message>${code}</Message></Error>` }
}

function etag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}
