import { readMe } from './accounts'

/** Resolves with an address once the session is good for it, e.g. for a file that the browser fetches by itself. */
export async function withSession(address: string): Promise<string> {
  await readMe({})
  return address
}
