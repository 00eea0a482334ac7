import app from '@adonisjs/core/services/app'
import mail from '@adonisjs/mail/services/main'
import { newId } from './ids.js'
import Queues from './queues.js'
import { sealSecret } from './secrets.js'
import { rows } from './sql.js'
import type { Trx } from './unit_of_work.js'

/** A mail in plain words: text only, so that it reads the same everywhere. */
export type Mail = { to: string; subject: string; text: string }

/**
 * Writes a mail in the transaction of what it tells of; the job `mail.send` sends it. Sealed until then and
 * deleted after, because a mail may hold a link that signs somebody in.
 */
export async function recordMail(trx: Trx, content: Mail, now: number) {
  await rows(trx, `insert into mails (id, sealed_content, due_at, created_at) values (?, ?, ?, ?)`, [
    newId(),
    sealSecret(JSON.stringify(content)),
    new Date(now),
    new Date(now),
  ])
  trx.after('commit', async () => {
    const queues = await app.container.make(Queues)
    await queues.dispatch('mail.send', {})
  })
}

/** Hands a mail to the mail server, or to the log. Errors: whatever the server answers. */
export async function sendMail({ to, subject, text }: Mail) {
  await mail.send((message) => void message.to(to).subject(subject).text(text))
}
