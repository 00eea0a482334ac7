import type { ApplicationService } from '@adonisjs/core/types'
import { defineConfig, transports } from '@adonisjs/mail'
import type { InferMailers } from '@adonisjs/mail/types'
import { mailDelivery, sender, smtp } from '#config/mail'
import { LogTransport, MissingTransport } from '#kernel/mail/mail_transports'

const mailers = defineConfig({
  default: mailDelivery.way,
  from: sender,
  mailers: {
    log: () => new LogTransport(),
    none: () => new MissingTransport(),
    smtp: transports.smtp(smtp),
  },
})

/** Gives the mail package its transports: the SMTP server of the settings, and two of the service's own. */
export default class MailProvider {
  constructor(protected app: ApplicationService) {}

  /** Runs before the package creates its manager at boot. */
  register() {
    this.app.config.set('mail', mailers)
  }
}

declare module '@adonisjs/mail/types' {
  export interface MailersList extends InferMailers<typeof mailers> {}
}
