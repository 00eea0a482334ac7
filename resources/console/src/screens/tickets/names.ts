import type { Ticket } from '../../api/types'

export const TICKET_STATUSES = ['open', 'waiting', 'resolved', 'closed'] as const satisfies Ticket['status'][]

export const PRIORITIES: readonly (readonly [Ticket['priority'], string])[] = [
  ['low', 'Low'],
  ['normal', 'Normal'],
  ['high', 'High'],
  ['urgent', 'Urgent'],
]

export const priorityName = (priority: Ticket['priority']) => PRIORITIES.find(([one]) => one === priority)![1]
