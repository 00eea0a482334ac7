/** The doors of a portal (contract/09-end-users#92-getting-in). */
type SignInDoors = { code: boolean; password: boolean; licenseKey: boolean; exchange: boolean }

/** How a portal looks to its visitors. Fields that are not set are left out. */
type Branding = Partial<
  Record<'name' | 'logoUrl' | 'accentColor' | 'supportEmail' | 'termsUrl' | 'privacyUrl', string>
>

/** The settings of an org's portal (contract/09-end-users#91-settings). */
export type Portal = {
  enabled: boolean
  signIn: SignInDoors
  /** `owners`: only existing end users can sign in; `open`: a proved address creates a new one. */
  registration: 'owners' | 'open'
  claimByKey: boolean
  selfReset: { hwid: boolean; ip: boolean }
  deviceRelease: boolean
  sessionRelease: boolean
  downloads: boolean
  tickets: boolean
  /** If false, keys are masked; see `maskedKey`. */
  showKeys: boolean
  offlineFiles: boolean
  rotateKeys: boolean
  /** `self`: the end user starts the erasure; `request`: a ticket asks the merchant for it. */
  erasure: 'self' | 'request'
  /** How long one sign-in can be renewed, in days: 1 to 90. */
  sessionDays: number
  returnUrls: string[]
  branding: Branding
}

/** The settings that a merchant has set; defaults apply to the others. */
export type PortalSettings = Partial<Omit<Portal, 'enabled'>>

/**
 * The portal of an org that has set nothing. It is off, because end users must not get a door that their merchant has
 * never seen.
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

/** A stored portal; null if the org has never set anything. */
export type StoredPortal = { enabled: boolean; settings: PortalSettings } | null

/** Returns the portal with defaults for all settings that are not stored. */
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

/** Returns true if a part of a portal is switched on. */
export function hasFeature(portal: Portal, feature: Feature): boolean {
  if (feature === 'selfReset.hwid') return portal.selfReset.hwid
  if (feature === 'selfReset.ip') return portal.selfReset.ip
  return portal[feature]
}
