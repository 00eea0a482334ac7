import { isUuid } from '#kernel/text/uuid'
import Refusal from '#kernel/refusals/refusal'
import { signToken, verifyToken } from './tokens.js'

/** The doors by which end users prove who they are; the claim `amr` of an end user's token. */
const DOORS = ['code', 'link', 'password', 'licenseKey', 'invite', 'exchange', 'portalLink'] as const
export type Door = (typeof DOORS)[number]

/**
 * An end user's access token (contract/00-shared-rules). `subject` is the end user, or the license if it has no owner.
 */
export type EndUserToken = {
  subject: string
  orgId: string
  /** The sign-in from which the token descends. */
  sessionId: string
  door: Door
  /** Time of the sign-in, in milliseconds since the epoch. */
  signedInAt: number
  /** If set, the token is limited to this product. */
  productId: string | null
  /** If set, the token is limited to this license. */
  licenseId: string | null
}

/** Signs an end user's access token, valid for 15 minutes. `now` is in milliseconds. */
export function signEndUserToken(token: EndUserToken, now: number): Promise<string> {
  const { subject, orgId, sessionId, door, signedInAt, productId, licenseId } = token
  const claims = {
    org: orgId,
    sid: sessionId,
    amr: [door],
    auth_time: Math.floor(signedInAt / 1000),
    ...(productId && { prd: productId }),
    ...(licenseId && { lic: licenseId }),
  }
  return signToken('end-user', subject, claims, now)
}

/**
 * Verifies an end user's access token and returns its claims.
 * @throws Refusal EXPIRED_TOKEN past its exp, UNAUTHORIZED for anything else.
 */
export async function verifyEndUserToken(token: string): Promise<EndUserToken> {
  const { subject, claims } = await verifyToken('end-user', token)
  const { org, sid, amr, auth_time: time, prd, lic } = claims
  const door = DOORS.find((one) => Array.isArray(amr) && amr[0] === one)
  if (!isUuid(org) || !isUuid(sid) || !door || typeof time !== 'number') throw new Refusal('UNAUTHORIZED')
  return {
    subject,
    orgId: org,
    sessionId: sid,
    door,
    signedInAt: time * 1000,
    productId: isUuid(prd) ? prd : null,
    licenseId: isUuid(lic) ? lic : null,
  }
}
