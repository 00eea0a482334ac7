import type {
  Attachment,
  TicketMessagesAnswerData,
  TicketMessagesAnswerResponses,
  TicketMessagesIndexData,
  TicketMessagesIndexResponses,
  TicketsCloseData,
  TicketsCloseResponses,
  TicketsIndexData,
  TicketsIndexResponses,
  TicketsShowData,
  TicketsShowResponses,
  TicketsUpdateData,
  TicketsUpdateResponses,
} from './types'
import { randomKey } from './random'
import { addressOf } from './described_route'
import { route } from './route'
import { formWith, upload } from './upload'

export const listTickets = route<TicketsIndexData, TicketsIndexResponses>(
  'GET',
  '/v1/dashboard/orgs/{orgId}/tickets'
)
export const readTicket = route<TicketsShowData, TicketsShowResponses>(
  'GET',
  '/v1/dashboard/tickets/{ticketId}'
)
export const changeTicket = route<TicketsUpdateData, TicketsUpdateResponses>(
  'PATCH',
  '/v1/dashboard/tickets/{ticketId}'
)
export const closeTicket = route<TicketsCloseData, TicketsCloseResponses>(
  'POST',
  '/v1/dashboard/tickets/{ticketId}/close'
)
export const listMessages = route<TicketMessagesIndexData, TicketMessagesIndexResponses>(
  'GET',
  '/v1/dashboard/tickets/{ticketId}/messages'
)
export const answerTicket = route<TicketMessagesAnswerData, TicketMessagesAnswerResponses>(
  'POST',
  '/v1/dashboard/tickets/{ticketId}/messages'
)

/** Uploads a file, which a message can then name. @throws Refusal */
export async function attach(ticketId: string, file: File, progress: (part: number) => void) {
  const url = addressOf('/v1/dashboard/tickets/{ticketId}/attachments', { ticketId })
  const { attachment } = await upload<{ attachment: Attachment }>({
    url,
    body: formWith(file),
    key: randomKey(),
    progress,
  })
  return attachment
}
