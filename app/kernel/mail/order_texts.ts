import { quotedName } from '#kernel/text/name'
import type { MailText } from './texts.js'

/** Mails about orders; `sender` is the name that the merchant shows in the portal. */

/** Goes to the end user, with the keys of the order; `link` leads to the portal, null if there is none. */
export function orderFulfilledMail(
  sender: string,
  { number, listing, keys }: { number: number; listing: string; keys: readonly string[] },
  link: string | null
): MailText {
  const name = quotedName(sender)
  const several = keys.length > 1
  return {
    subject: `Your order #${number} at ${name}`,
    text: `${name} has fulfilled your order #${number}: ${quotedName(listing)}.

Your license key${several ? 's' : ''}:

${keys.map((key) => `  ${key}`).join('\n')}
${link === null ? '' : `\nYou can see your licenses, devices and orders here:\n\n  ${link}\n`}
Keep this mail, and do not share it: anyone who has ${several ? 'a' : 'the'} key can use ${several ? 'its' : 'the'} license.
`,
  }
}

/** Goes to the merchant, about a waiting order. */
export function orderPendingMail(org: string, number: number, listing: string, link: string): MailText {
  const name = quotedName(org)
  return {
    subject: `New order #${number} at ${name}`,
    text: `An end user ordered ${quotedName(listing)} from the org ${name}: order #${number}.

Fulfil or reject the order within 7 days here:

  ${link}
`,
  }
}

/** Goes to the merchant, about an order that is paid and that the service could not fulfil. `why` is a sentence. */
export function orderPaidMail(
  org: string,
  number: number,
  listing: string,
  why: string,
  link: string
): MailText {
  const name = quotedName(org)
  return {
    subject: `Order #${number} at ${name} is paid and waits for you`,
    text: `Order #${number} of the org ${name} is paid, but ${quotedName(listing)} could not be delivered:

  ${why}

Fulfil the order when nothing stands in its way any more, or reject it and return the money at your payment processor:

  ${link}
`,
  }
}
