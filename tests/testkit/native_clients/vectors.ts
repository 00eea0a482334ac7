import { readFile } from 'node:fs/promises'

const VECTORS = 'resources/clients/vectors.json'

type Named = { name: string; body: string }
type Request = Named & Record<'method' | 'target' | 'timestamp' | 'nonce' | 'signature', string>
type Judged = Named & { genuine: boolean; now: number }
type Answer = Judged &
  Record<'method' | 'path' | 'version' | 'kid' | 'timestamp' | 'bodySha256' | 'signature', string> &
  Record<'nonce' | 'answerNonce', string | null>
type Delivery = Judged & Record<'secret' | 'id' | 'timestamp' | 'signature', string>
type Vectors = {
  signingSecret: string
  keys: { x: string }[]
  requests: Request[]
  answers: Answer[]
  webhooks: Delivery[]
}

/** The input of a client for a command, and its expected output: one line for each vector. */
export type Exam = { command: string; lines: string[]; expected: { name: string; says: string }[] }

/** The vectors as the commands of the clients read them: fields separated by tabs, the body last, in base64. */
export async function exams(): Promise<Exam[]> {
  const vectors = JSON.parse(await readFile(VECTORS, 'utf8')) as Vectors
  const keys = vectors.keys.map(({ x }) => x).join()
  const judged = (all: Judged[]) =>
    all.map(({ name, genuine }) => ({ name, says: genuine ? 'genuine' : 'forged' }))
  return [
    {
      command: 'sign',
      lines: vectors.requests.map((one) =>
        lineOf(vectors.signingSecret, one.method, one.target, one.timestamp, one.nonce, one.body)
      ),
      expected: vectors.requests.map(({ name, signature }) => ({ name, says: signature })),
    },
    {
      command: 'verify',
      lines: vectors.answers.map((one) => {
        const request = [keys, one.method, one.path, one.nonce ?? '', String(one.now)]
        const answer = [one.version, one.kid, one.timestamp, one.bodySha256, one.answerNonce ?? '']
        return lineOf(...request, ...answer, one.signature, one.body)
      }),
      expected: judged(vectors.answers),
    },
    {
      command: 'webhook',
      lines: vectors.webhooks.map((one) =>
        lineOf(one.secret, String(one.now), one.id, one.timestamp, one.signature, one.body)
      ),
      expected: judged(vectors.webhooks),
    },
  ]
}

function lineOf(...fields: string[]): string {
  const body = Buffer.from(fields.pop()!).toString('base64')
  return `${[...fields, body].join('\t')}\n`
}
