import { createTransport } from 'nodemailer'
import { mailDelivery, smtp } from '#config/mail'
import { checkMail } from '#system/health/mail_check'
import type { Symptom } from './diagnosis.js'

/** Looks at the way of mail and at the mails that wait for it. @throws as `examineWayOfMail`. */
export async function examineMail(): Promise<Symptom[]> {
  const waiting = await checkMail()
  const way = await examineWayOfMail()
  if (!waiting || mailDelivery.way === 'none') return way
  return [...way, { status: 'warning', found: waiting.cause!, remedy: 'read the log of the workers' }]
}

/**
 * Signs in to the mail server, without sending a mail. It needs no database.
 * @throws if the server cannot be reached or refuses the account.
 */
export async function examineWayOfMail(): Promise<Symptom[]> {
  return [await wayOfMail()]
}

async function wayOfMail(): Promise<Symptom> {
  if (mailDelivery.way === 'smtp') {
    const transport = createTransport(smtp)
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
    return {
      status: 'ok',
      found: `${smtp.host}:${smtp.port} accepts ${'auth' in smtp ? 'the account' : 'mails without an account'}`,
    }
  }
  const remedy = 'set SMTP_HOST and the other SMTP_ settings'
  if (mailDelivery.way === 'none') return { status: 'problem', found: 'no mail can be sent', remedy }
  return { status: 'warning', found: 'mails are written to the log, including their links', remedy }
}
