import app from '@adonisjs/core/services/app'
import { appUrl } from '#config/app'
import env from '#start/env'

/** ALLOWED_ORIGINS. It is a list that can be written to, so that a test can change it for its own duration. */
export const listedOrigins = (env.get('ALLOWED_ORIGINS') ?? []).map((origin) => origin.replace(/\/$/, ''))

const ownOrigin = new URL(appUrl).origin

/** Whether pages of an origin may act for a user who is signed in by cookie: our own, and those of ALLOWED_ORIGINS. */
export const isAllowedOrigin = (origin: string) => origin === ownOrigin || listedOrigins.includes(origin)

/**
 * Whether browsers send our cookies over TLS only: in production. It is an object that can be written to, so that a
 * test can change it for its own duration.
 */
export const cookies = { secure: app.inProduction }
