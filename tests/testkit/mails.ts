import db from '@adonisjs/lucid/services/db'
import { openSecret } from '#kernel/secrets/secrets'
import { rows } from '#kernel/database/sql'
import type { Mail } from '#kernel/mail/mails'

/** The queued mails to an address, oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const waiting = await rows<{ id: string; content: string }>(
    db.connection(),
    'select id, sealed_content as content from mails order by id'
  )
  return waiting
    .map(({ id, content }) => JSON.parse(openSecret(content, `mails.sealed_content:${id}`)) as Mail)
    .filter((mail) => mail.to === email)
}

/** The token in the last mail to an address whose subject has this text. */
export async function mailedToken(email: string, subject: string): Promise<string> {
  const mail = (await mailsTo(email)).findLast((one) => one.subject.includes(subject))
  const token = /^Token: ([\w-]+)$/m.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`No mail to ${email} about "${subject}" with a token`)
  return token
}
