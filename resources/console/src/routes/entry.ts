import { createRoute, redirect } from '@tanstack/react-router'
import { meQuery } from '../api/me'
import { queryClient } from '../query_client'
import { onlyParts } from '../search'
import { keptChoice } from '../ui/kept_choice'
import { SignIn } from '../screens/entry/sign_in'
import { inside, root } from './frame'
import { lazyPage } from '../ui/lazy_page'

const passwords = () => import('../screens/entry/passwords')
const sso = () => import('../screens/entry/sso')
/** The pages before sign-in. The sign-in page is part of the first file that the console loads. */
export const entryRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: onlyParts('to'),
    component: SignIn,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in/sso',
    validateSearch: onlyParts('to'),
    component: lazyPage(sso, 'SsoSignIn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sso',
    validateSearch: onlyParts('code', 'error', 'requestId'),
    component: lazyPage(sso, 'SsoReturn'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    validateSearch: onlyParts('to'),
    component: lazyPage(() => import('../screens/entry/sign_up'), 'SignUp'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: lazyPage(passwords, 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password',
    validateSearch: onlyParts('token'),
    component: lazyPage(passwords, 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify-email',
    validateSearch: onlyParts('token'),
    component: lazyPage(() => import('../screens/entry/verify_email'), 'VerifyEmail'),
  }),
] as const

/** Pages for signed-in users outside any org: accept an invitation, and open an org or create the first one. */
export const firstRoutes = [
  createRoute({
    getParentRoute: () => inside,
    path: '/invite',
    validateSearch: onlyParts('token'),
    component: lazyPage(() => import('../screens/entry/invite'), 'Invite'),
  }),
  createRoute({
    getParentRoute: () => inside,
    path: '/',
    beforeLoad: async (): Promise<void> => {
      const { orgs } = await queryClient.ensureQueryData(meQuery)
      const org = orgs.find(({ id }) => id === keptChoice('org')) ?? orgs[0]
      if (org) throw redirect({ to: '/$org', params: { org: org.id }, replace: true })
    },
    component: lazyPage(() => import('../screens/entry/first_org'), 'FirstOrg'),
  }),
] as const
