import { randomKey } from '../../../console/src/api/random'
import { assertUnchanged } from '../../../console/src/api/unchanged_file'
import { ask } from './call'
import { route } from './route'
import type {
  Attachment,
  EndUsersTicketMessagesIndexData,
  EndUsersTicketMessagesIndexResponses,
  EndUsersTicketMessagesStoreData,
  EndUsersTicketMessagesStoreResponses,
  EndUsersTicketsCloseData,
  EndUsersTicketsCloseResponses,
  EndUsersTicketsOwnData,
  EndUsersTicketsOwnResponses,
  EndUsersTicketsReopenData,
  EndUsersTicketsReopenResponses,
  EndUsersTicketsShowData,
  EndUsersTicketsShowResponses,
  EndUsersTicketsStoreData,
  EndUsersTicketsStoreResponses,
} from './types'

export const listTickets = route<EndUsersTicketsOwnData, EndUsersTicketsOwnResponses>(
  'GET',
  '/v1/enduser/tickets'
)
export const openTicket = route<EndUsersTicketsStoreData, EndUsersTicketsStoreResponses>(
  'POST',
  '/v1/enduser/tickets'
)
export const readTicket = route<EndUsersTicketsShowData, EndUsersTicketsShowResponses>(
  'GET',
  '/v1/enduser/tickets/{ticketId}'
)
export const listMessages = route<EndUsersTicketMessagesIndexData, EndUsersTicketMessagesIndexResponses>(
  'GET',
  '/v1/enduser/tickets/{ticketId}/messages'
)
export const writeMessage = route<EndUsersTicketMessagesStoreData, EndUsersTicketMessagesStoreResponses>(
  'POST',
  '/v1/enduser/tickets/{ticketId}/messages'
)
export const closeTicket = route<EndUsersTicketsCloseData, EndUsersTicketsCloseResponses>(
  'POST',
  '/v1/enduser/tickets/{ticketId}/close'
)
export const reopenTicket = route<EndUsersTicketsReopenData, EndUsersTicketsReopenResponses>(
  'POST',
  '/v1/enduser/tickets/{ticketId}/reopen'
)

/** Uploads a file for a later message of a ticket. @throws Refusal */
export async function attach(ticketId: string, file: File): Promise<Attachment> {
  await assertUnchanged(file)
  const form = new FormData()
  form.append('file', file)
  const url = `/v1/enduser/tickets/${encodeURIComponent(ticketId)}/attachments`
  const { attachment } = await ask<{ attachment: Attachment }>({
    method: 'POST',
    url,
    form,
    key: randomKey(),
  })
  return attachment
}
