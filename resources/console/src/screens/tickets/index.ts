export { Tickets } from './tickets'
export { TicketPage } from './ticket'
