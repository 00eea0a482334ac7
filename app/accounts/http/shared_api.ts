import type { Success } from '#http/api/route_entry'

/** Descriptions of fields that several routes share. */
export const said = {
  useCookies:
    'For pages of this origin. If true, the tokens are sent as httpOnly cookies and not in the body.',
  code: 'The code of the authenticator app, or a backup code.',
}

/** Marks an answer that may set cookies. */
export const withCookies = (
  success: Success,
  description = 'The tokens, if `useCookies` is true.'
): Success => ({
  ...success,
  headers: { 'Set-Cookie': description },
})
