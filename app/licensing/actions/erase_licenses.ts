import type { LicenseState } from '#licensing/rules/license'
import { moveOf } from '#licensing/store/license_counts'
import { appendTimeline, type ChangeContext } from '#licensing/store/license_ledger'
import { recordEvents } from '#kernel/outbox/outbox'
import { rows } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

/**
 * Deletes locked licenses permanently, with their bindings, sessions and search rows, in a fixed number of
 * statements. Their timelines stay and record the deletion (contract#timeline-and-deletion). Event license.deleted.
 */
export async function eraseLicenses(trx: Trx, states: LicenseState[], context: ChangeContext) {
  if (states.length === 0) return
  await recordEvents(
    trx,
    states.map(({ id, orgId, productId }) => ({
      orgId,
      productId,
      name: 'license.deleted',
      data: { licenseId: id, productId },
    })),
    context.now
  )
  await rows(trx, `delete from licenses where id = any(?::uuid[])`, [states.map(({ id }) => id)])
  await appendTimeline(
    trx,
    states.map((state) => ({
      orgId: state.orgId,
      licenseId: state.id,
      type: 'license.deleted',
      data: { key: state.key, productId: state.productId, status: state.status },
    })),
    context,
    states.map((state) => moveOf(state, -1))
  )
}
