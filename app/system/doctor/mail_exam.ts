import { createTransport } from 'nodemailer'
import { mailDelivery, smtp } from '#config/mail'
import { checkMail } from '#system/health/mail_check'
import type { Symptom } from './diagnosis.js'

/** A mail server that is slower than this does not keep the doctor waiting. Milliseconds. */
const TIMES = { connectionTimeout: 5000, greetingTimeout: 10_000, socketTimeout: 10_000 }

/** Looks at the mails that wait. A deployment that cannot send any says so already (`examineWayOfMail`). */
export async function examineWaitingMail(): Promise<Symptom[]> {
  const waiting = await checkMail()
  if (!waiting || mailDelivery.way === 'none') return []
  return [{ status: 'warning', found: waiting.cause!, remedy: 'read the log of the workers' }]
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
    const transport = createTransport({ ...smtp, ...TIMES })
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
