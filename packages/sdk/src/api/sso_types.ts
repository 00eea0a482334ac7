import type { SsoConnectionsUpdateData } from '../generated/types.js'
import type { BodyOf } from './document_types.js'

export type { SsoConnection, SsoLogin } from '../generated/types.js'

export type SsoSetup = BodyOf<SsoConnectionsUpdateData>

/** The org whose provider is used: by its id, or by the domain of a mail address. */
export type SsoStart = { redirectUri: string } & ({ email: string } | { orgId: string })

/** The page of the provider, and the verifier that the same browser must keep until it returns. */
export type SsoStarted = { redirectUrl: string; codeVerifier: string }
