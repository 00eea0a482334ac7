import { createRoute } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'
import { lazyPage } from '../ui/lazy_page'

const endUsers = () => import('../screens/end_users')
const tickets = () => import('../screens/tickets')
const team = () => import('../screens/team')

/** End users, their tickets, and the members of the org. */
export const peopleRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/end-users',
    validateSearch: onlyParts('search', 'banned', 'product'),
    component: lazyPage(endUsers, 'EndUsers'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/end-users/$id',
    component: lazyPage(endUsers, 'EndUserPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tickets',
    validateSearch: onlyParts('status', 'assignee', 'person', 'search'),
    component: lazyPage(tickets, 'Tickets'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tickets/$id',
    component: lazyPage(tickets, 'TicketPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/team',
    component: lazyPage(team, 'Team'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: onlyParts('action', 'actor', 'since', 'until'),
    component: lazyPage(team, 'Audit'),
  }),
] as const
