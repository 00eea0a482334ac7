import { appendFileSync, mkdirSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SentAnswer } from './answer_watch.js'

/**
 * The answers that the servers of a test run sent, as lines of JSON in one folder. Each process writes a file of its
 * own, because a killed process can leave half a line, onto which another one must not write.
 * @returns writes an answer synchronously, because tests kill servers
 */
export function answerRecord(folder: string): (answer: SentAnswer) => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, randomUUID())
  return ({ body, ...answer }) =>
    appendFileSync(file, `${JSON.stringify({ ...answer, body: body.toString('base64') })}\n`)
}

/** The recorded answers, without those that a killed process wrote in part; and removes the folder. */
export async function takeRecorded(folder: string): Promise<SentAnswer[]> {
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  await rm(folder, { recursive: true, force: true })
  // What follows the last line feed is half a line.
  return texts.flatMap((text) => text.split('\n').slice(0, -1).map(read))
}

function read(line: string): SentAnswer {
  const { body, ...answer } = JSON.parse(line) as Omit<SentAnswer, 'body'> & { body: string }
  return { ...answer, body: Buffer.from(body, 'base64') }
}
