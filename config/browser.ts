import app from '@adonisjs/core/services/app'
import { appUrl } from '#config/app'
import env from '#start/env'

/** ALLOWED_ORIGINS. The list is mutable, so that a test can change it temporarily. */
export const listedOrigins = [...(env.get('ALLOWED_ORIGINS') ?? [])]

const ownOrigin = new URL(appUrl).origin

/**
 * Whether pages of an origin may act for a user with a session cookie: our own origin, and those of ALLOWED_ORIGINS.
 */
export const isAllowedOrigin = (origin: string) => origin === ownOrigin || listedOrigins.includes(origin)

/**
 * Whether browsers send our cookies over TLS only: true in production. The object is mutable, so that a test can
 * change it temporarily.
 */
export const cookies = { secure: app.inProduction }
