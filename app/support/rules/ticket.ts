import Refusal from '#kernel/refusals/refusal'

/** How urgent a ticket is to the merchant. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

/** The author of a message and the reader of a ticket: its end user, or a user of the merchant. */
export type AuthorType = 'endUser' | 'user'
export type Author = { type: AuthorType; id: string }

/** How many tickets of one end user may be neither resolved nor closed when another is opened (contract/11-tickets). */
export const MOST_OPEN_TICKETS = 20

/** The most characters of a subject, a message and a tag, and the most tags of a ticket (contract/11-tickets). */
export const TICKET_BOUNDS = { subject: 200, body: 10_000, tag: 50, tags: 20 }

const MIB = 1024 * 1024

/**
 * The most bytes of one attachment and of all in a ticket, and the most attachments of a message
 * (contract/11-tickets).
 */
export const ATTACHMENT_BOUNDS = {
  bytes: 10 * MIB,
  ticketBytes: 100 * MIB,
  ofMessage: 10,
  /** The most attachments of one side that wait for a message to name them. */
  unused: 30,
}

/** The attachments of a ticket so far: the bytes of all, and how many of one side no message names. */
export type AttachmentUse = { bytes: number; unused: number }

/** @throws Refusal BAD_REQUEST if an attachment of `more` bytes does not fit into its ticket. */
export function assertAttachmentFits({ bytes, unused }: AttachmentUse, more: number) {
  if (bytes + more > ATTACHMENT_BOUNDS.ticketBytes) {
    throw new Refusal('BAD_REQUEST', {
      message: 'The attachments of a ticket can have at most 100 MiB in total',
    })
  }
  if (unused >= ATTACHMENT_BOUNDS.unused) {
    throw new Refusal('BAD_REQUEST', {
      message: `The ticket has ${unused} attachments that are not part of a message: send these in a message first`,
    })
  }
}

/** Returns the ids of a message's attachments without duplicates. @throws Refusal BAD_REQUEST for too many. */
export function attachmentIdsOf(ids: readonly string[] = []): string[] {
  const distinct = [...new Set(ids)]
  if (distinct.length <= ATTACHMENT_BOUNDS.ofMessage) return distinct
  throw new Refusal('BAD_REQUEST', {
    message: `A message can have at most ${ATTACHMENT_BOUNDS.ofMessage} attachments`,
  })
}
