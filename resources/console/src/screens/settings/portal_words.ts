import type { Portal, PortalsUpdateData } from '../../api/types'
import { linesOf, numberOf, textOf } from '../../ui/typed'

export type PortalBody = NonNullable<PortalsUpdateData['body']>

/** The doors of the portal, with their names. */
export const DOORS = [
  ['code', 'Email code or link'],
  ['password', 'A password'],
  ['licenseKey', 'A license key'],
  ['exchange', 'Your own sign-in (token exchange)'],
] as const satisfies readonly (readonly [keyof Portal['signIn'], string])[]

/**
 * The permitted actions in the portal. `hwid` and `ip` are the self-service resets. `offlineFiles` and `rotateKeys` are
 * missing: the portal has no such action yet, so a switch would do nothing.
 */
export const SWITCHES = [
  ['claimByKey', 'Redeem license keys'],
  ['showKeys', 'View full license keys'],
  ['hwid', 'Reset devices'],
  ['ip', 'Reset IP addresses'],
  ['deviceRelease', 'Release single devices'],
  ['sessionRelease', 'End sessions'],
  ['downloads', 'Download releases'],
  ['tickets', 'Open tickets'],
] as const

const BRANDING = ['name', 'logoUrl', 'accentColor', 'supportEmail', 'termsUrl', 'privacyUrl'] as const

/** Fields that show their own messages. */
export const fieldsOfPortal = ['sessionDays', 'returnUrls', ...BRANDING.map((name) => `branding.${name}`)]

/** Builds the request body from the form. */
export function portalOf(typed: FormData): PortalBody {
  const on = (name: string) => typed.has(name)
  const switches = Object.fromEntries(
    SWITCHES.filter(([name]) => name !== 'hwid' && name !== 'ip').map(([name]) => [name, on(name)])
  )
  return {
    ...switches,
    enabled: on('enabled'),
    signIn: Object.fromEntries(DOORS.map(([name]) => [name, on(`signIn.${name}`)])),
    selfReset: { hwid: on('hwid'), ip: on('ip') },
    registration: typed.get('registration') as Portal['registration'],
    erasure: typed.get('erasure') as Portal['erasure'],
    sessionDays: numberOf(typed, 'sessionDays'),
    returnUrls: linesOf(typed, 'returnUrls'),
    branding: Object.fromEntries(
      BRANDING.map((name) => [name, textOf(typed, name)]).filter(([, value]) => value !== undefined)
    ),
  }
}
