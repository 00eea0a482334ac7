import { firstRow } from '#kernel/database/sql'
import { apart } from '#kernel/database/unit_of_work'
import Refusal from '#kernel/refusals/refusal'
import { answersChallenge } from '#kernel/secrets/code_challenge'
import { hashSecret } from '#kernel/secrets/tokens'
import type { Millis } from '#kernel/time/millis'

/** The one refusal for every problem with the code of a sign-in through a provider. */
export const codeRefused = () =>
  new Refusal('UNAUTHORIZED', {
    message: 'The code is wrong, has expired or was already used: sign in again',
  })

/**
 * Spends the code of a sign-in through a provider. The first try deletes the code, whatever the result is. `sql`
 * deletes and returns the row of a code by its hash if the code is still valid at a given time. The verifier binds the
 * code to the browser that started.
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
