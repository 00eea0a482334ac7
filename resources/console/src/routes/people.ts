import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyParts } from '../search'
import { shell } from './frame'

const endUsers = () => import('../screens/end_users')
const tickets = () => import('../screens/tickets')
const team = () => import('../screens/team')

/** End users, their tickets, and the members of the org. */
export const peopleRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/end-users',
    validateSearch: onlyParts('search', 'banned', 'product'),
    component: lazyRouteComponent(endUsers, 'EndUsers'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/end-users/$id',
    component: lazyRouteComponent(endUsers, 'EndUserPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tickets',
    validateSearch: onlyParts('status', 'assignee', 'person', 'search'),
    component: lazyRouteComponent(tickets, 'Tickets'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/tickets/$id',
    component: lazyRouteComponent(tickets, 'TicketPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/team',
    component: lazyRouteComponent(team, 'Team'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: onlyParts('action', 'actor', 'since', 'until'),
    component: lazyRouteComponent(team, 'Audit'),
  }),
] as const
