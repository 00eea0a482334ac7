/**
 * The thread that signs responses; see `response_signer.ts`. It imports nothing of the service, so it starts at
 * once and holds nothing but the keys that sign.
 */
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

/** Texts to sign with one key; `der` comes with the first of them. */
export type SigningOrder = { id: number; kid: string; der: Uint8Array | null; texts: string[] }

/** The signatures of an order, base64url. */
export type SignedOrder = { id: number; signatures: string[] }

const keys = new Map<string, KeyObject>()

parentPort!.on('message', ({ id, kid, der, texts }: SigningOrder) => {
  if (der) keys.set(kid, createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }))
  const key = keys.get(kid)!
  const signatures = texts.map((text) => sign(null, Buffer.from(text), key).toString('base64url'))
  parentPort!.postMessage({ id, signatures } satisfies SignedOrder)
})
