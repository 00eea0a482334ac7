import { args, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import Refusal from '#kernel/refusals/refusal'
import ListLicenseEvents from '#licensing/queries/list_license_events'
import ReadLicense from '#licensing/queries/read_license'
import FindLicensesByKey, { type KeyedLicense } from '#licensing/queries/find_licenses_by_key'
import ServiceCommand from '#terminal/service_command'
import { requireUuid } from '#terminal/arguments'
import { toLicenseEvent } from '#licensing/http/license_event_transformer'
import { toFullLicense } from '#licensing/http/license_transformer'

type View = Awaited<ReturnType<typeof viewOf>>

/**
 * `licenses:show KEY`: shows a license for support: state, bindings, sessions and its last changes
 * (contract/01-changes#ace).
 */
export default class LicensesShow extends ServiceCommand {
  static commandName = 'licenses:show'
  static description = 'Show the license with a key: its state, devices, sessions and last changes'
  static help = [
    'Keys are case-sensitive. Several products can have the same key.',
    'Example:',
    '  {{ binaryName }} licenses:show README-0001',
    '  {{ binaryName }} licenses:show README-0001 --product=... --json',
  ]

  @args.string({ description: 'The license key' })
  declare key: string

  @flags.string({ description: 'Only the license of this product' })
  declare product?: string

  @flags.number({ description: 'Number of timeline entries to show, newest first', default: 10 })
  declare events: number

  @inject()
  async run(find: FindLicensesByKey, read: ReadLicense, timeline: ListLicenseEvents) {
    const productId = this.product === undefined ? null : requireUuid(this.product, 'id after --product')
    const found = await find.execute(this.key, productId)
    if (found.length === 0)
      throw new Refusal('LICENSE_NOT_FOUND', { message: `No license has the key ${this.key}` })
    const shown: View[] = []
    for (const one of found) shown.push(await viewOf(one, read, timeline, this.events))
    this.answer(shown, () => shown.forEach((license) => this.#print(license)))
  }

  #print({ events, bindings, sessions, ...license }: View) {
    const facts = {
      ...license,
      hwids: bindings.hwids.length,
      ips: bindings.ips.length,
      sessions: sessions.length,
    }
    this.table(['What', 'Value'], Object.entries(facts).flatMap(linesOf))
    this.table(
      ['When', 'Change', 'By', 'Reason'],
      events.map(({ createdAt, type, actor, reason }) => [createdAt, type, actor.type, reason ?? '-'])
    )
  }
}

async function viewOf(
  { id, product, org, scope }: KeyedLicense,
  read: ReadLicense,
  timeline: ListLicenseEvents,
  events: number
) {
  const now = Date.now()
  const view = { owner: true, formerOwner: true }
  const license = await read.execute(scope, id)
  if (!license) throw new Refusal('LICENSE_NOT_FOUND')
  const found = await timeline.execute(scope, id, Math.min(Math.max(Math.trunc(events) || 0, 1), 200))
  return {
    product,
    org,
    ...toFullLicense(license, now, view),
    events: found.events.map((one) => toLicenseEvent(one, view)),
  }
}

/** One line per value, and one per member of an object: a whole policy on one line would be too wide for a terminal. */
function linesOf([name, value]: [string, unknown]): [string, string][] {
  const members = isObject(value) ? Object.entries(value) : []
  if (members.length === 0) return [[name, text(value)]]
  return members.map(([member, one]) => [`${name}.${member}`, text(one)])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
