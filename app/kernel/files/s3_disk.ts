import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { WriteOptions } from '@adonisjs/drive/types'
import { S3Driver } from '@adonisjs/drive/drivers/s3'
import type { Readable } from 'node:stream'
import type { ByteRange } from './http_range.js'

/** The place of a deployment's files; credentials come from where the AWS SDK looks for them. */
export type S3Settings = { bucket: string; region: string; endpoint?: string; pathStyle?: boolean }

/**
 * A stream is uploaded in parts of this size, two at a time, so an export of any length needs only that much memory.
 */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_A_TIME = 2

/**
 * A disk in a bucket of S3 or of a compatible service. It is loaded only if it is configured, because the SDK is large.
 */
export default class S3Disk extends S3Driver {
  #client: S3Client

  constructor(protected settings: S3Settings) {
    const { bucket, region, endpoint, pathStyle = endpoint !== undefined } = settings
    const client = new S3Client({
      region,
      endpoint,
      forcePathStyle: pathStyle,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
      // Only AWS supports the newer checksums in trailers.
      ...(endpoint && {
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })
    // New buckets refuse requests with ACLs.
    super({ client, bucket, visibility: 'private', supportsACL: false })
    this.#client = client
  }

  /**
   * Opens a range of a file; null if the file does not exist. It throws if the store sends other bytes: HTTP lets a
   * server, or a proxy in front of it, ignore a range and send the whole file.
   */
  async getRange(key: string, { start, end }: ByteRange): Promise<Readable | null> {
    const command = new GetObjectCommand({
      Bucket: this.settings.bucket,
      Key: key,
      Range: `bytes=${start}-${end}`,
    })
    try {
      const { Body, ContentRange, ContentLength } = await this.#client.send(command)
      const stream = Body as Readable
      const isWhole = ContentRange === undefined && start === 0 && ContentLength === end + 1
      if (isWhole || ContentRange?.startsWith(`bytes ${start}-`)) return stream
      stream.destroy()
      throw new Error('The store of S3_BUCKET ignores the header Range, so it cannot send a part of a file')
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  /** A single request must declare its length, a multipart upload does not. A failed upload leaves no parts. */
  override async putStream(key: string, contents: Readable, _options?: WriteOptions) {
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.settings.bucket, Key: key, Body: contents },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_A_TIME,
    })
    try {
      await upload.done()
    } catch (error) {
      contents.destroy()
      throw error
    }
  }
}
