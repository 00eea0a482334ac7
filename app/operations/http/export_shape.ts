import type { LICENSE_COLUMNS } from '#licensing/store/columns'
import { EXPIRATION_MODES, LICENSE_STATUSES } from '#licensing/rules/license'
import { CHANNELS } from '#catalog/rules/release_channels'
import { FeaturesShape } from '#catalog/http/features_shape'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'

const { anyObject, choice, flag, list, moment, named, nullable, text, uuid, whole } = shape

const fields = {
  id: uuid(),
  key: text(),
  productId: uuid(),
  status: choice(LICENSE_STATUSES),
  expirationMode: choice(EXPIRATION_MODES),
  expiresAt: nullable(moment('The limit as it stood when the clock was stopped.')),
  expiresAfterDays: nullable(whole()),
  activatedAt: nullable(moment()),
  createdAt: moment(),
  maxHwidResets: nullable(whole()),
  frozen: flag(),
  frozenAt: nullable(moment()),
  suspendedAt: nullable(moment()),
  pausedSince: nullable(moment()),
  pausedMs: whole('Milliseconds for which the clock has stood still.'),
  tier: nullable(text('The code of its tier.')),
  features: nullable(FeaturesShape),
  updatesUntil: nullable(moment()),
  maxVersion: nullable(text()),
  channels: nullable(list(choice(CHANNELS))),
  metadata: anyObject(),
  policyOverride: nullable(anyObject()),
}

type Table = typeof LICENSE_COLUMNS
type Exported = {
  [Field in keyof Table]: Table[Field] extends { export: number } ? Field : never
}[keyof Table]
same<Exported, keyof typeof fields>(true)

/** A license in an export as JSON; a CSV has the same columns (interface#export, contract#export). */
export const ExportedLicenseShape = named(
  'ExportedLicense',
  fields,
  'A license as an export has it and an import takes it, with its clock.'
)
