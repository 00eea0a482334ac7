import type {
  EndUsersTicketMessagesStoreData,
  EndUsersTicketsOwnData,
  EndUsersTicketsStoreData,
  TicketMessagesAnswerData,
  TicketsIndexData,
  TicketsUpdateData,
} from '../generated/types.js'
import type { BodyOf, QueryOf } from './document_types.js'

export type { Attachment, Ticket, TicketMessage } from '../generated/types.js'

export type NewTicket = BodyOf<EndUsersTicketsStoreData>
export type NewTicketMessage = BodyOf<EndUsersTicketMessagesStoreData>
export type OwnTicketsQuery = QueryOf<EndUsersTicketsOwnData>
export type TicketAnswer = BodyOf<TicketMessagesAnswerData>
export type TicketChanges = BodyOf<TicketsUpdateData>
export type TicketsQuery = QueryOf<TicketsIndexData>
