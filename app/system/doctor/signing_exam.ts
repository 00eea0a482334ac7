import { currentSigningKey, publicSigningKeys, refreshSigningKeys } from '#kernel/signing/signing_keys'
import type { Symptom } from './diagnosis.js'

/** Signs a text with the key that signs responses. @throws if there is a key and APP_KEY does not open it. */
export async function examineSigning(now = Date.now()): Promise<Symptom[]> {
  await refreshSigningKeys()
  if (publicSigningKeys().length === 0) {
    return [{ status: 'ok', found: 'no key yet: the first start of the HTTP server makes it' }]
  }
  const key = currentSigningKey(now)
  key.sign('doctor')
  return [{ status: 'ok', found: `key ${key.kid} signs responses` }]
}
