import { isDeepStrictEqual } from 'node:util'
import { inject } from '@adonisjs/core'
import FindPortal from '#end_users/queries/find_portal'
import { portalOf, type Portal, type PortalSettings } from '#end_users/rules/portal'
import { recordAudit, type Origin } from '#kernel/audit/audit'
import type { Scope } from '#kernel/audit/scope'
import { rows } from '#kernel/database/sql'
import { transaction } from '#kernel/database/unit_of_work'
import type { Millis } from '#kernel/time/millis'

/** The settings to change. Doors of `signIn` and fields of `selfReset` that are left out stay as they are. */
export type PortalPatch = Partial<
  Omit<Portal, 'signIn' | 'selfReset'> & {
    signIn: Partial<Portal['signIn']>
    selfReset: Partial<Portal['selfReset']>
  }
>

/** Sets up the portal of an org (contract/09-end-users#91-settings). */
@inject()
export default class ChangePortal {
  constructor(protected findPortal: FindPortal) {}

  /** Settings that already have the requested values change nothing and leave nothing in the audit log. */
  async execute(
    { orgId }: Scope,
    { enabled, ...patch }: PortalPatch,
    origin: Origin,
    now: Millis = Date.now()
  ): Promise<Portal> {
    return transaction(async (trx) => {
      // Concurrent changes take turns, so that neither loses the other's fields.
      await rows(trx, `select id from orgs where id = ? for no key update`, [orgId])
      const { portal, settings } = await this.findPortal.ofOrg(orgId, trx)
      const changed = merged(settings, patch)
      const after = portalOf({ enabled: enabled ?? portal.enabled, settings: changed })
      const fields = (Object.keys(after) as (keyof Portal)[]).filter(
        (field) => !isDeepStrictEqual(after[field], portal[field])
      )
      if (fields.length === 0) return portal
      await rows(
        trx,
        `insert into org_portals (org_id, enabled, settings, updated_at) values (?, ?, ?, ?)
         on conflict (org_id) do update
           set enabled = excluded.enabled, settings = excluded.settings, updated_at = excluded.updated_at`,
        [orgId, after.enabled, JSON.stringify(changed), new Date(now)]
      )
      const entry = { orgId, action: 'portal.updated', subject: orgId, data: { fields } }
      await recordAudit(trx, origin, entry, now)
      return after
    })
  }
}

function merged(settings: PortalSettings, { signIn, selfReset, ...others }: PortalPatch): PortalSettings {
  return {
    ...settings,
    ...others,
    ...(signIn && { signIn: { ...portalOf({ enabled: false, settings }).signIn, ...signIn } }),
    ...(selfReset && { selfReset: { ...portalOf({ enabled: false, settings }).selfReset, ...selfReset } }),
  }
}
