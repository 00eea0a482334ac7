import drive from '@adonisjs/drive/services/main'
import db from '@adonisjs/lucid/services/db'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { rows } from '#kernel/database/sql'
import { artifactLink } from '#kernel/files/download_links'
import { putFile } from '#kernel/files/stored_files'
import { newId } from '#kernel/secrets/ids'
import { call, type Answer } from './api.js'
import { FAMILIES, type FamilyName } from './families.js'
import { BASE } from './http.js'
import { createApiKey, createMerchant, type Merchant } from './merchant.js'

export type Publisher = {
  family: FamilyName
  merchant: Merchant
  /** The path of the product's releases. */
  path: string
  headers: Record<string, string>
}

/** One publisher of each family; each publishes releases of its own product. */
export async function createPublishers(): Promise<Publisher[]> {
  return Promise.all(FAMILIES.map(createPublisher))
}

/** A new merchant who publishes as a user or with an API key. */
export async function createPublisher(family: FamilyName = 'keyed'): Promise<Publisher> {
  const merchant = await createMerchant()
  if (family === 'dashboard') {
    const path = `/v1/dashboard/products/${merchant.productId}/releases`
    return { family, merchant, path, headers: { authorization: `Bearer ${merchant.token}` } }
  }
  const { key } = await createApiKey(merchant, ['release:read', 'release:write'])
  const path = `/v1/products/${merchant.productId}/releases`
  return { family, merchant, path, headers: { 'x-api-key': key } }
}

/** Makes a call below the path of a publisher's releases. */
export function ask(
  { path, headers }: Publisher,
  method: string,
  below = '',
  body?: unknown
): Promise<Answer> {
  return call(method, path + below, { headers, body })
}

/** Creates a draft and returns its id. */
export async function draft(publisher: Publisher, version = '1.0.0', more: object = {}): Promise<string> {
  const { body } = await ask(publisher, 'POST', '', { version, ...more })
  return body.data.release.id as string
}

type Put = { query?: string; headers?: Record<string, string> }

/** Uploads a file as the request body. */
export async function put(
  { path, headers }: Publisher,
  releaseId: string,
  filename: string,
  content: Uint8Array | string | ReadableStream,
  { query = '', headers: more = {} }: Put = {}
): Promise<Answer> {
  const response = await fetch(`${BASE}${path}/${releaseId}/artifacts/${filename}${query}`, {
    method: 'PUT',
    headers: { ...headers, ...more },
    body: content,
    duplex: 'half',
  } as unknown as RequestInit)
  return answerOf(response)
}

/** Uploads a form. */
export async function postArtifact(
  { path, headers }: Publisher,
  releaseId: string,
  form: FormData,
  query = '',
  more: Record<string, string> = {}
): Promise<Answer> {
  const url = `${BASE}${path}/${releaseId}/artifacts${query}`
  return answerOf(await fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: form }))
}

/** A form with a file, preceded by fields. */
export function formOf(content: string, name = 'app.zip', fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new File([content], name))
  return form
}

/** Publishes a release with one file. */
export async function published(publisher: Publisher, content: string | Uint8Array, version = '1.0.0') {
  const releaseId = await draft(publisher, version)
  const { artifact } = (await put(publisher, releaseId, 'app.zip', content)).body.data
  await ask(publisher, 'POST', `/${releaseId}/publish`)
  return { releaseId, artifact: artifact as { id: string; filename: string; sha256: string } }
}

/** The link of a file on a server of this run, for a license or for no license. */
export function fileLink(
  artifact: { id: string; filename: string },
  licenseId: string | null,
  base = BASE
): string {
  const { pathname, search } = new URL(artifactLink(artifact, licenseId).url)
  return base + pathname + search
}

/**
 * Announces an upload of `announced` bytes and sends the first of them. Close the returned socket to cut the upload
 * off.
 */
export async function beginUpload(
  { path, headers }: Publisher,
  releaseId: string,
  announced: number,
  bytes: Uint8Array | string
): Promise<Socket> {
  const socket = connect(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    `PUT ${path}/${releaseId}/artifacts/app.zip HTTP/1.1\r\nhost: x\r\n` +
      `x-api-key: ${headers['x-api-key']}\r\ncontent-length: ${announced}\r\n\r\n`
  )
  socket.write(bytes)
  return socket
}

/** The rows of the files of a release, including files whose upload has not ended. */
export const filesOf = (releaseId: string) =>
  rows<{ id: string; filename: string; stored: boolean; downloads: number }>(
    db.connection(),
    `select id, filename, stored_at is not null as stored, downloads::int as downloads from artifacts
     where release_id = ? order by id`,
    [releaseId]
  )

/** True if the bytes of a file are on the drive. */
export const isOnDrive = (id: string) => drive.use().exists(`artifacts/${id}`)

/** Creates the remains of an upload that was killed `hours` ago: a row and a part of the file. */
export async function cutUpload(releaseId: string, hours: number): Promise<string> {
  const id = newId()
  await rows(
    db.connection(),
    `insert into artifacts (id, release_id, org_id, product_id, filename, platform, arch, kind, content_type, created_at)
     select ?, id, org_id, product_id, ?, 'any', 'any', 'other', 'application/zip', now() - ? * interval '1 h'
     from releases where id = ?`,
    [id, `${id}.zip`, hours, releaseId]
  )
  await putFile(`artifacts/${id}`, 'a part')
  return id
}

/** Records a download of a file `days` ago. */
export async function pastDownload(artifactId: string, days: number): Promise<string> {
  const id = newId()
  await rows(
    db.connection(),
    `insert into downloads (id, org_id, product_id, release_id, artifact_id, created_at)
     select ?, org_id, product_id, release_id, id, now() - ? * interval '1 d' from artifacts where id = ?`,
    [id, days, artifactId]
  )
  return id
}

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json()) as Answer['body']
  return { status: response.status, headers: response.headers, body }
}
