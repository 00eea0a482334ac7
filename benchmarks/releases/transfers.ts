import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openStage, type Stage } from '../authorize/stage.js'
import { goalOf } from '../promises.js'
import { putFile, timeDownload } from './http_transfer.js'
import { forgetPeak, inMib, memoryOf } from './memory.js'

const MEBIBYTES = Number(process.env.BENCH_FILE_MIB ?? 1024)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)

/** Milliseconds after which an idle process has settled. */
const REST = 3000

type Published = { id: string; link: string }

/**
 * P19: the download of a large file, against a bare stream of the same file. P20: the memory for upload and download.
 */
export async function transfers() {
  const stage = await openStage()
  try {
    const { id, link } = await publish(stage)
    const { pathname, search } = new URL(link)
    const bare = await stage.serveFile(join(stage.folder, 'files', 'artifacts', id))
    await measured(stage, 'download', () => timeDownload(stage.ports.service, pathname + search))
    const ours: number[] = []
    const ceiling: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ceiling.push(await timeDownload(bare, '/'))
      ours.push(await timeDownload(stage.ports.service, pathname + search))
    }
    const [mine, theirs] = [ours, ceiling].map((times) => (1000 * MEBIBYTES) / median(times))
    console.log(
      `P19  download of ${MEBIBYTES} MiB, MiB a second: ours ${mine.toFixed(0)}, ceiling ${theirs.toFixed(0)}, ` +
        `ratio ${(mine / theirs).toFixed(2)} (${goalOf('P19')})`
    )
  } finally {
    await stage.close()
  }
}

/** Uploads a file twice (the first time as a warm-up), publishes it and gets a link. */
async function publish(stage: Stage): Promise<Published> {
  const { vendor, ports } = stage
  const headers = { 'x-api-key': vendor.apiKey.key }
  const path = `/v1/products/${vendor.productId}/releases`
  const ask = async (method: string, below: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${ports.service}${below}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    })
    const text = await answer.text()
    return { location: answer.headers.get('location'), data: text && JSON.parse(text).data }
  }
  const { data } = await ask('POST', path, { version: '1.0.0' })
  const release = `${path}/${data.release.id}`
  await measured(stage, 'upload', () =>
    putFile(ports.service, `${release}/artifacts/app.bin`, MEBIBYTES, headers)
  )
  const { id } = (await ask('POST', `${release}/publish`)).data.release.artifacts[0]
  await ask('PATCH', `/v1/products/${vendor.productId}`, { distribution: 'open' })
  const { location } = await ask('GET', `/v1/updates/${vendor.productId}/artifacts/${id}`)
  return { id, link: location! }
}

/** How far the memory of the service rises above its idle level while `run` is active. */
async function measured(stage: Stage, what: string, run: () => Promise<unknown>) {
  await delay(REST)
  await forgetPeak(stage.pid)
  const rest = (await memoryOf(stage.pid)).now
  await run()
  const { peak } = await memoryOf(stage.pid)
  console.log(
    `P20  memory of ${what === 'upload' ? 'an upload' : 'a download'} of ${MEBIBYTES} MiB: ` +
      `${inMib(peak - rest)} above the ${inMib(rest)} at rest (${goalOf('P20')})`
  )
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
