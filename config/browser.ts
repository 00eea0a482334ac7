import { appUrl } from '#config/app'
import env from '#start/env'

/** Origins whose pages may act for a user who is signed in by cookie: our own, and ALLOWED_ORIGINS. */
export const allowedOrigins: readonly string[] = [
  new URL(appUrl).origin,
  ...(env.get('ALLOWED_ORIGINS') ?? '')
    .split(',')
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter((origin) => origin !== ''),
]
