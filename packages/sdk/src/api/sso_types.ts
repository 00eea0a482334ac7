import type { SsoConnectionsUpdateData } from '../generated/types.js'
import type { BodyOf } from './document_types.js'

export type { SsoConnection, SsoLogin } from '../generated/types.js'

export type SsoSetup = BodyOf<SsoConnectionsUpdateData>

/** Whose provider is asked: that of an org, or of the domain of an address. */
export type SsoStart = { redirectUri: string } & ({ email: string } | { orgId: string })

/** The page of the provider, and what the browser that opens it must keep until it comes back. */
export type SsoStarted = { redirectUrl: string; codeVerifier: string }
