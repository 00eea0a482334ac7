import router from '@adonisjs/core/services/router'
import { controllers } from '#generated/controllers'
import { middleware } from '#start/kernel'
import { asEndUser, asMember } from '#start/stacks'

const { Attachments, TicketMessages, Tickets } = controllers.support
const VIEWER = { role: 'VIEWER' } as const
const MEMBER = { role: 'MEMBER' } as const
const OWN = { feature: 'tickets' } as const

/** An end user's own tickets (contract/11-tickets). */
router
  .group(() => {
    router.get('/', [Tickets, 'own']).use(asEndUser(OWN))
    router.post('/', [Tickets, 'store']).use(asEndUser(OWN))
    router.get('/:ticketId', [Tickets, 'show']).use(asEndUser(OWN))
    router.get('/:ticketId/messages', [TicketMessages, 'index']).use(asEndUser(OWN))
    router.post('/:ticketId/messages', [TicketMessages, 'store']).use(asEndUser(OWN))
    router.post('/:ticketId/attachments', [Attachments, 'store']).use(asEndUser(OWN, { streams: true }))
    router.post('/:ticketId/close', [Tickets, 'close']).use(asEndUser(OWN))
    router.post('/:ticketId/reopen', [Tickets, 'reopen']).use(asEndUser(OWN))
  })
  .prefix('/v1/enduser/tickets')
  .as('end_users')

/** The tickets of an org, for its members (contract/11-tickets). */
router
  .get('/v1/dashboard/orgs/:orgId/tickets', [Tickets, 'index'])
  .use(asMember(middleware.org(VIEWER)))
  .use(middleware.fairScans())
router
  .group(() => {
    router.get('/', [Tickets, 'show']).use(asMember(middleware.ticket(VIEWER)))
    router.patch('/', [Tickets, 'update']).use(asMember(middleware.ticket(MEMBER)))
    router.get('/messages', [TicketMessages, 'index']).use(asMember(middleware.ticket(VIEWER)))
    router.post('/messages', [TicketMessages, 'answer']).use(asMember(middleware.ticket(MEMBER)))
    router
      .post('/attachments', [Attachments, 'store'])
      .use(asMember(middleware.ticket(MEMBER), { streams: true }))
      .as('ticket_attachments.store')
    router.post('/close', [Tickets, 'close']).use(asMember(middleware.ticket(MEMBER)))
  })
  .prefix('/v1/dashboard/tickets/:ticketId')

/** The signed link of an attachment: it is its own credential. */
router.get('/v1/files/attachments/:attachmentId', [Attachments, 'show']).as('attachments.show')
