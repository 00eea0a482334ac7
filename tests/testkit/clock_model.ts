import type { ExpirationMode, LicenseStatus } from '#licensing/rules/license'

const DAY = 86_400_000

/** Something that a test does to a license after some time has passed. */
export type Step = { wait: number } & (
  | { does: 'activate' | 'freeze' | 'unfreeze' | 'suspend' | 'unsuspend' | 'revoke' | 'unrevoke' | 'redeem' }
  | { does: 'expire' }
  | { does: 'extend'; days: number }
  | { does: 'terms'; mode: ExpirationMode; fixedIn: number; days: number; keepFixed: boolean }
)

/**
 * An independent model of a license's time: an hourglass for the fixed limit and a stopwatch for the relative limit,
 * each running or paused. It uses no moments, sums of pauses or stored columns.
 */
export class ClockModel {
  frozen = false
  activated = false
  /** Milliseconds left of the fixed limit; null if there is none. */
  fixedLeft: number | null = null
  /** Days of the relative limit; null if there is none. */
  days: number | null = null
  /** Milliseconds that the activated license has run. */
  used = 0

  constructor(
    public status: LicenseStatus,
    mode: ExpirationMode,
    fixedIn: number,
    days: number
  ) {
    this.#setTerms(mode, fixedIn, days)
  }

  pass(ms: number) {
    if (this.fixedLeft !== null && !this.frozen) this.fixedLeft -= ms
    if (this.activated && !this.frozen && this.status !== 'SUSPENDED') this.used += ms
  }

  /** Milliseconds until the license expires, by the limit that ends first; null without a limit. */
  left(): number | null {
    const relativeLeft = this.activated && this.days !== null ? this.days * DAY - this.used : null
    const lefts = [this.fixedLeft, relativeLeft].filter((one) => one !== null)
    return lefts.length === 0 ? null : Math.min(...lefts)
  }

  /** Does a step if the interface allows it; returns whether it did. */
  apply(step: Step): boolean {
    const left = this.left()
    switch (step.does) {
      case 'activate':
        if (this.activated || this.status !== 'ACTIVE' || (left !== null && left <= 0)) return false
        return (this.activated = true)
      case 'freeze':
        if (this.frozen || this.status !== 'ACTIVE' || (left !== null && left <= 0)) return false
        return (this.frozen = true)
      case 'unfreeze':
        if (!this.frozen) return false
        this.frozen = false
        return true
      case 'expire':
        if (!this.#move(['ACTIVE'], 'EXPIRED', left !== null && left <= 0)) return false
        this.frozen = false
        return true
      case 'suspend':
        return this.#move(['ACTIVE'], 'SUSPENDED')
      case 'unsuspend':
        return this.#move(['SUSPENDED'], 'ACTIVE')
      case 'revoke':
        return this.#move(['PENDING', 'ACTIVE', 'SUSPENDED', 'EXPIRED'], 'REVOKED')
      case 'unrevoke':
        return this.#move(['REVOKED'], 'ACTIVE')
      case 'redeem':
        return this.#move(['PENDING'], 'ACTIVE')
      case 'extend':
        if (this.fixedLeft === null && this.days === null) return false
        if (this.fixedLeft !== null) this.fixedLeft += step.days * DAY
        if (this.days !== null) this.days += step.days
        return this.#revive()
      case 'terms':
        this.#setTerms(step.mode, step.keepFixed ? (this.fixedLeft ?? step.fixedIn) : step.fixedIn, step.days)
        return this.#revive()
    }
  }

  #move(from: LicenseStatus[], to: LicenseStatus, allowed = true): boolean {
    if (!allowed || !from.includes(this.status)) return false
    this.status = to
    return true
  }

  #setTerms(mode: ExpirationMode, fixedIn: number, days: number) {
    this.fixedLeft = mode === 'fixed' || mode === 'both' ? fixedIn : null
    this.days = mode === 'afterActivation' || mode === 'both' ? days : null
  }

  #revive(): true {
    const left = this.left()
    if (this.status === 'EXPIRED' && (left === null || left > 0)) this.status = 'ACTIVE'
    return true
  }
}
