import app from '@adonisjs/core/services/app'
import { appUrl } from '#config/app'
import env from '#start/env'

/** Origins whose pages may act for a user who is signed in by cookie: our own, and ALLOWED_ORIGINS. */
export const allowedOrigins: readonly string[] = [
  new URL(appUrl).origin,
  ...(env.get('ALLOWED_ORIGINS') ?? []).map((origin) => origin.replace(/\/$/, '')),
]

/**
 * Whether browsers send our cookies over TLS only: in production. It is an object that can be written to, so that a
 * test can change it for its own duration.
 */
export const cookies = { secure: app.inProduction }
