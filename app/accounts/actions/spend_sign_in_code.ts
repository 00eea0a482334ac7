import { firstRow } from '#kernel/database/sql'
import { apart } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { answersChallenge } from '#kernel/secrets/code_challenge'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'

/** The refusal of a code that a sign-in elsewhere has led to, whatever is wrong with it. */
export const codeRefused = () =>
  new Refusal('UNAUTHORIZED', {
    message: 'The code is wrong, has expired or was already used: sign in again',
  })

/**
 * Spends the code of a sign-in at a provider. It is gone with the first try, whatever comes of it. `sql` deletes the row of a
 * code's hash that is good at a moment, and returns it. The verifier ties it to the browser that began.
 * @throws Refusal UNAUTHORIZED
 */
export async function spendSignInCode<Spent extends { codeChallenge: string }>(
  sql: string,
  code: string,
  verifier: string,
  now: Millis
): Promise<Spent> {
  const spent = await apart((trx) => firstRow<Spent>(trx, sql, [hashSecret(code), new Date(now)]))
  if (!spent || !answersChallenge(verifier, spent.codeChallenge)) throw codeRefused()
  return spent
}
