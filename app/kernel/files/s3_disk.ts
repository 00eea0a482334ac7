import { GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { WriteOptions } from '@adonisjs/drive/types'
import { S3Driver } from '@adonisjs/drive/drivers/s3'
import type { Readable } from 'node:stream'
import type { ByteRange } from './http_range.js'

/** Where the files of a deployment lie; credentials come from where the AWS SDK looks for them. */
export type S3Settings = { bucket: string; region: string; endpoint?: string; pathStyle?: boolean }

/** A stream goes up in parts of this size, two at a time, so an export of any length takes so much memory. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_A_TIME = 2

/**
 * A disk in a bucket of S3, or of a service that speaks its protocol. Loaded only where it is configured,
 * because the SDK is large.
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
      // Newer checksums in trailers are known to AWS alone.
      ...(endpoint && {
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    })
    // Buckets made today refuse requests that speak of ACLs.
    super({ client, bucket, visibility: 'private', supportsACL: false })
    this.#client = client
  }

  /** The bytes of a range of a file; null when it is not there. */
  async getRange(key: string, { start, end }: ByteRange): Promise<Readable | null> {
    const command = new GetObjectCommand({
      Bucket: this.settings.bucket,
      Key: key,
      Range: `bytes=${start}-${end}`,
    })
    try {
      const { Body } = await this.#client.send(command)
      return Body as Readable
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  /** A single request must announce its length; an upload in parts need not. What fails leaves no parts. */
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
