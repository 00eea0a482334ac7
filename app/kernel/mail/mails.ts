import app from '@adonisjs/core/services/app'
import mail from '@adonisjs/mail/services/main'
import { sender } from '#config/mail'
import { newId } from '#kernel/secrets/ids'
import Queues from '#kernel/queues/queues'
import { sealSecret } from '#kernel/secrets/secrets'
import { keyedDigest } from '#kernel/secrets/tokens'
import { rows } from '#kernel/database/sql'
import { withTimeout } from '#kernel/time/with_timeout'
import type { Trx } from '#kernel/database/unit_of_work'
import { plainEmail } from '#kernel/text/email'

/** A text-only mail, which reads the same in every mail program. */
export type Mail = { to: string; subject: string; text: string }

/**
 * Writes a mail in the transaction of the change that causes it; the job `mail.send` sends it. The mail is sealed until
 * then and deleted afterwards, because it may contain a sign-in link. `orgId` is the org of the end user who receives
 * it; null for mail to users.
 */
export async function recordMail(trx: Trx, content: Mail, now: number, orgId: string | null = null) {
  await recordMails(trx, [{ ...content, orgId }], now)
}

/** Writes many mails in one statement, see `recordMail`. */
export async function recordMails(trx: Trx, mails: (Mail & { orgId: string | null })[], now: number) {
  if (mails.length === 0) return
  const written = mails.map(({ orgId, ...content }) => {
    const id = newId()
    const sealed = sealSecret(JSON.stringify(content), `mails.sealed_content:${id}`)
    return { id, sealed, hmac: orgId && recipientHmac(orgId, content.to) }
  })
  await rows(
    trx,
    `insert into mails (id, sealed_content, recipient_hmac, due_at, created_at)
     select v.id, v.sealed, v.hmac, now(), ? from unnest(?::uuid[], ?::text[], ?::text[]) as v (id, sealed, hmac)`,
    [
      ...[new Date(now), written.map(({ id }) => id)],
      ...[written.map(({ sealed }) => sealed), written.map(({ hmac }) => hmac)],
    ]
  )
  trx.after('commit', callMailWorker)
}

/** Calls a worker to send the mails that are due. */
export async function callMailWorker() {
  const queues = await app.container.make(Queues)
  await queues.dispatch('mail.send', {})
}

/** Deletes the waiting mails to end users of an org at these addresses. */
export async function dropMails(trx: Trx, orgId: string, addresses: string[]) {
  const hmacs = addresses.map((address) => recipientHmac(orgId, address))
  await rows(trx, `delete from mails where recipient_hmac = any(?::text[])`, [hmacs])
}

function recipientHmac(orgId: string, address: string): string {
  return keyedDigest()
    .update(`mail ${orgId} ${plainEmail(address)}`)
    .digest('hex')
}

/** The maximum time for handing one mail to the mail server, in milliseconds; longer than any wait of `smtp`. */
const SEND_TIMEOUT = 360_000

/**
 * Hands a mail to the mail server, or to the log. Every attempt has the same Message-ID, made of the mail's `id`: if the
 * mail had arrived although its confirmation was lost, the mailbox can recognise the copy.
 * @throws the error of the server; a timeout if it does not answer.
 */
export async function sendMail(id: string, { to, subject, text }: Mail) {
  const messageId = `<${id}@${sender.address.split('@').at(-1)}>`
  const sent = mail.send((message) => void message.to(to).subject(subject).text(text).messageId(messageId))
  await withTimeout(sent, SEND_TIMEOUT)
}

/** Returns true if the mail server has refused this mail permanently, because of its recipient or its content. */
export function refusedForGood(error: unknown): boolean {
  // The mail server's error is the cause of the framework's error, or the error itself.
  const { code, responseCode } = { ...Object(error instanceof Error ? (error.cause ?? error) : null) } as {
    code?: unknown
    responseCode?: unknown
  }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500
}
