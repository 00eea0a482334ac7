import { unfreeze } from '#domain/license/changes'
import { frozenDaysRemaining } from '#domain/license/expiry_clock'
import type { LicenseState, LicenseStatus, Millis } from '#domain/license/license'

/** One event of an import that changes a license, with the state of the license after it. */
export type ImportStep = { event: string; after: LicenseState; payload: Record<string, unknown> }

const PLAIN_FIELDS = ['expirationMode', 'expiresAt', 'expiresAfterDays', 'activatedAt'] as const
const CLOCK_FIELDS = ['pausedSince', 'pausedMs'] as const

/**
 * The moves of the state machine that lead from a license to the state that a row asks for, each with the
 * event that a route would tell of it (interface 3 and 6.2); whatever else changes, `otherFields` included,
 * is one license.updated among them. Empty when nothing changes; a text when no route leads there.
 */
export function importSteps(
  before: LicenseState,
  target: LicenseState,
  otherFields: string[],
  now: Millis
): ImportStep[] | string {
  const to = target.status
  if (to === 'PENDING' && before.status !== 'PENDING') {
    return `A license that is ${before.status} cannot become PENDING again`
  }
  const steps = new Steps(before, target)
  if (before.frozenAt !== null && target.frozenAt === null) {
    const decision = unfreeze(before, now)
    if (decision.outcome === 'changed') steps.add(decision.event, decision.after, decision.payload)
  }
  if (before.status === 'REVOKED' && to !== 'REVOKED') steps.move('license.unrevoked', 'ACTIVE')
  if (before.status === 'SUSPENDED' && to !== 'SUSPENDED' && to !== 'REVOKED') {
    steps.move('license.unsuspended', 'ACTIVE')
  }
  const settled = statusBetween(steps.state.status, to)
  const freezes = before.frozenAt === null && target.frozenAt !== null
  if (target.frozenAt !== null && (to === 'PENDING' || to === 'EXPIRED')) {
    return `A license that is ${to} cannot be frozen`
  }
  if (freezes && settled !== 'ACTIVE') return `Only an ACTIVE license can be frozen, this one is ${settled}`
  const moves = steps.all.length > 0 || freezes || settled !== to
  const fields = [...changedFields(steps.state, target, settled, !moves), ...otherFields]
  if (fields.length > 0) steps.update(settled, freezes, fields)
  if (freezes) steps.freeze()
  if (settled !== to) steps.move(to === 'REVOKED' ? 'license.revoked' : 'license.suspended', to)
  return steps.finished()
}

/** The status after all that is no event of its own: only suspending and revoking come later. */
function statusBetween(from: LicenseStatus, to: LicenseStatus): LicenseStatus {
  if (to === 'REVOKED') return from
  if (to === 'SUSPENDED') return from === 'SUSPENDED' ? from : 'ACTIVE'
  return to
}

/** What changes beside the moves. A pause that begins or ends with a move is part of that move. */
function changedFields(
  state: LicenseState,
  target: LicenseState,
  settled: LicenseStatus,
  withClock: boolean
): string[] {
  const plain = withClock ? [...PLAIN_FIELDS, ...CLOCK_FIELDS] : PLAIN_FIELDS
  const moments = (['frozenAt', 'suspendedAt'] as const).filter(
    (field) => state[field] !== null && target[field] !== null
  )
  const changed: string[] = [...plain, ...moments].filter((field) => state[field] !== target[field])
  return settled === state.status ? changed : [...changed, 'status']
}

class Steps {
  readonly all: ImportStep[] = []

  constructor(
    public state: LicenseState,
    protected target: LicenseState
  ) {}

  add(event: string, after: LicenseState, payload: Record<string, unknown>) {
    this.state = { ...after, revision: this.state.revision + 1 }
    this.all.push({ event, after: this.state, payload })
  }

  move(event: string, status: LicenseStatus) {
    const suspendedAt = status === 'SUSPENDED' ? this.target.suspendedAt : null
    this.add(event, { ...this.state, status, suspendedAt }, { licenseId: this.state.id })
  }

  update(status: LicenseStatus, freezesLater: boolean, fields: string[]) {
    const { pausedSince, pausedMs } = this.state
    const { frozenAt, suspendedAt } = this.target
    const after = {
      ...this.target,
      status,
      frozenAt: freezesLater ? null : frozenAt,
      suspendedAt: status === 'SUSPENDED' ? (suspendedAt ?? this.state.suspendedAt) : null,
      pausedSince,
      pausedMs,
    }
    this.add('license.updated', after, { licenseId: after.id, fields })
  }

  freeze() {
    const { id, productId, frozenAt } = this.target
    this.add(
      'license.frozen',
      { ...this.state, frozenAt },
      {
        licenseId: id,
        productId,
        frozenAt: new Date(frozenAt!).toISOString(),
        frozenDaysRemaining: frozenDaysRemaining(this.target),
      }
    )
  }

  /** The last step leaves exactly what the row asks for, with the clock as its pauses make it. */
  finished(): ImportStep[] {
    const last = this.all.at(-1)
    if (last) last.after = { ...this.target, revision: last.after.revision }
    return this.all
  }
}
