import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const BUCKET = 'latchkey-files'
/** The only account that it accepts. */
const ACCOUNT = 'S3RVER'

const UPLOAD = /_uploads?\//

type Server = { run: () => Promise<AddressInfo>; close: () => Promise<void> }
const Other = S3rver as unknown as new (settings: object) => Server

/** A third-party server of the S3 protocol on loopback with one bucket. It checks the signatures of calls. */
export async function openOtherS3() {
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-s3-'))
  const configureBuckets = [{ name: BUCKET, configs: [] }]
  const server = new Other({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  return {
    bucket: BUCKET,
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { AWS_ACCESS_KEY_ID: ACCOUNT, AWS_SECRET_ACCESS_KEY: ACCOUNT },
    /** The files of the objects in its bucket. */
    kept: async () => (await filesIn(directory)).filter((path) => !UPLOAD.test(path)),
    /** The files of multipart uploads. It keeps those of aborted uploads too. */
    begun: async () => (await filesIn(directory)).filter((path) => UPLOAD.test(path)),
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
