import { isUuid } from '#kernel/text/uuid'
import Refusal from '#kernel/refusals/refusal'
import { signToken, verifyToken } from './tokens.js'

/** How somebody proved who they are; the claim `amr` of an end user's token. */
const DOORS = ['code', 'link', 'password', 'licenseKey', 'invite', 'exchange', 'portalLink'] as const
export type Door = (typeof DOORS)[number]

/** An end user's access token (contract/00-shared-rules): the end user, or the license without an owner. */
export type EndUserToken = {
  subject: string
  orgId: string
  /** The sign-in that the token descends from. */
  sessionId: string
  door: Door
  /** Epoch milliseconds of the sign-in. */
  signedInAt: number
  /** Narrowed to one product. */
  productId: string | null
  /** Narrowed to one license. */
  licenseId: string | null
}

/** Signs an end user's access token of 15 minutes. `now` is in milliseconds. */
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
 * The claims of an end user's access token.
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
