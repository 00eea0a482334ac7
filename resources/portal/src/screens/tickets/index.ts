export { Tickets } from './tickets'
export { NewTicket } from './new_ticket'
export { TicketPage } from './ticket'
