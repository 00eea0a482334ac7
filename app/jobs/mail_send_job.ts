import { inject } from '@adonisjs/core'
import SendDueMails from '#actions/mail/send_due_mails'
import type { JobHandler, JobRun } from './catalog.js'

@inject()
export default class MailSendJob implements JobHandler<'mail.send'> {
  static jobName = 'mail.send' as const

  constructor(protected sendDueMails: SendDueMails) {}

  handle(_payload: Record<string, never>, { signal }: JobRun) {
    return this.sendDueMails.execute(signal)
  }
}
