import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Mails about tickets (contract/11-tickets): they link to the ticket and quote neither its subject nor a message. */

/** Goes to the end user, about an answer; `sender` is the name that the merchant shows in the portal. */
export function ticketAnsweredMail(sender: string, number: number, link: string): MailText {
  const name = quotedName(sender)
  return {
    subject: `${name} answered your ticket #${number}`,
    text: `There is an answer to your ticket #${number} at ${name}.

Read and answer it here:

  ${link}

This mail does not quote the answer, so that only you can read it. Sign in to see it.
`,
  }
}

/** Goes to the merchant, about a new ticket or a new message of an end user. */
export function ticketWrittenMail(org: string, number: number, link: string, isNew: boolean): MailText {
  const name = quotedName(org)
  const subject = isNew ? `New ticket #${number} at ${name}` : `New message in ticket #${number} at ${name}`
  return {
    subject,
    text: `${isNew ? 'An end user opened' : 'An end user wrote in'} the ticket #${number} of the org ${name}.

Read and answer it here:

  ${link}
`,
  }
}
