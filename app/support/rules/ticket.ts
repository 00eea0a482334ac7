/** How urgent a ticket is to the merchant. */
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof PRIORITIES)[number]

/** The author of a message: the end user, or a user of the merchant. */
export type AuthorType = 'endUser' | 'user'
export type Author = { type: AuthorType; id: string }

/** How many tickets of one end user may be open, in whatever status but closed (contract/11-tickets). */
export const MOST_OPEN_TICKETS = 20

/** The most characters of a subject, of a message and of a tag, and the most tags of a ticket (contract/11-tickets). */
export const TICKET_LENGTHS = { subject: 200, body: 10_000, tag: 50, tags: 20 }
