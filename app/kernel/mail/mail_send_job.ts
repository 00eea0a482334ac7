import { inject } from '@adonisjs/core'
import SendDueMails from './send_due_mails.js'
import type { JobHandler, JobRun } from '#kernel/queues/catalog'

@inject()
export default class MailSendJob implements JobHandler<'mail.send'> {
  static jobName = 'mail.send' as const

  constructor(protected sendDueMails: SendDueMails) {}

  handle(_payload: Record<string, never>, { signal }: JobRun) {
    return this.sendDueMails.execute(signal)
  }
}
