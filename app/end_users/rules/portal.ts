/** The doors of a portal (contract/09-end-users#92-getting-in). */
type SignInDoors = { code: boolean; password: boolean; licenseKey: boolean; exchange: boolean }

/** How a portal looks to its visitors. A field that is not set is left out. */
type Branding = Partial<
  Record<'name' | 'logoUrl' | 'accentColor' | 'supportEmail' | 'termsUrl' | 'privacyUrl', string>
>

/** The portal of an org, as its merchant set it up (contract/09-end-users#91-settings). */
export type Portal = {
  enabled: boolean
  signIn: SignInDoors
  /** `owners`: only people who are end users already; `open`: a proved address makes one. */
  registration: 'owners' | 'open'
  claimByKey: boolean
  selfReset: { hwid: boolean; ip: boolean }
  deviceRelease: boolean
  sessionRelease: boolean
  downloads: boolean
  tickets: boolean
  /** False masks keys to their last 5 characters. */
  showKeys: boolean
  offlineFiles: boolean
  rotateKeys: boolean
  /** `self`: the end user starts the erasure; `request`: it opens a ticket. */
  erasure: 'self' | 'request'
  /** How long one sign-in can be renewed, 1 to 90. */
  sessionDays: number
  returnUrls: string[]
  branding: Branding
}

/** The settings that a merchant has set; the others have their defaults. */
export type PortalSettings = Partial<Omit<Portal, 'enabled'>>

/**
 * A portal that nobody has set up: off, because no merchant's customers get a door that the merchant never saw.
 *
 * @internal exported for its tests
 */
export const DEFAULT_PORTAL: Portal = {
  enabled: false,
  signIn: { code: true, password: false, licenseKey: false, exchange: true },
  registration: 'owners',
  claimByKey: true,
  selfReset: { hwid: true, ip: true },
  deviceRelease: true,
  sessionRelease: true,
  downloads: true,
  tickets: true,
  showKeys: true,
  offlineFiles: false,
  rotateKeys: false,
  erasure: 'request',
  sessionDays: 30,
  returnUrls: [],
  branding: {},
}

/** A portal as it is stored; null where an org has never set anything. */
export type StoredPortal = { enabled: boolean; settings: PortalSettings } | null

/** The portal that its stored settings make. */
export function portalOf(stored: StoredPortal): Portal {
  if (!stored) return DEFAULT_PORTAL
  const { settings, enabled } = stored
  return {
    ...DEFAULT_PORTAL,
    ...settings,
    enabled,
    signIn: { ...DEFAULT_PORTAL.signIn, ...settings.signIn },
    selfReset: { ...DEFAULT_PORTAL.selfReset, ...settings.selfReset },
  }
}

/** Parts of a portal that a merchant can switch off. */
export type Feature =
  | 'selfReset.hwid'
  | 'selfReset.ip'
  | 'deviceRelease'
  | 'sessionRelease'
  | 'downloads'
  | 'tickets'
  | 'offlineFiles'
  | 'rotateKeys'

/** Whether a part of a portal is switched on. */
export function hasFeature(portal: Portal, feature: Feature): boolean {
  if (feature === 'selfReset.hwid') return portal.selfReset.hwid
  if (feature === 'selfReset.ip') return portal.selfReset.ip
  return portal[feature]
}
