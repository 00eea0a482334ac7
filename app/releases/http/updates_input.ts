import vine from '@vinejs/vine'
import { documented } from '#http/documented'
import { uuid } from '#http/fields'
import { cursorField, cursorOf, DEFAULT_LIMIT, limitField } from '#http/page'
import { onlyKnown, strict, strictQuery } from '#http/strict'
import { invalidField } from '#kernel/refusals/refusal'
import type { Wish } from '#releases/rules/choose_release'
import { isRange } from '#catalog/rules/version_range'
import { archOf, platformOf } from '#releases/rules/platform'
import { CHANNELS, type Channel } from '#catalog/rules/release_channels'
import { MAX_VERSION_LENGTH, readVersion } from '#releases/rules/version'

const NUMBER = '(0|[1-9][0-9]{0,14})'
const VERSION = `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-[a-z]+(\\.${NUMBER})?)?$`

const version = () =>
  vine.string().use(
    documented({
      pattern: VERSION,
      maxLength: MAX_VERSION_LENGTH,
      description: 'The version that runs, as SemVer 2.0; build metadata and a leading v are taken too.',
      examples: ['2.1.0'],
    })
  )
const name = (description: string) =>
  vine.string().use(documented({ pattern: '^[a-z0-9_]{1,32}$', description }))
const range = () =>
  vine
    .string()
    .use(documented({ pattern: '^[~^]?[0-9]{1,9}(\\.[0-9]{1,9}){0,2}$', description: 'A SemVer range.' }))

const target = {
  platform: name('Such as `windows`, `darwin` or `linux`.').optional(),
  arch: name('Such as `x86_64` or `aarch64`.').optional(),
  channel: vine.enum(CHANNELS).optional(),
}

/** The query of an update feed. Unknown parameters are ignored, because updaters add their own. */
export const updateValidator = vine.create({
  version: version().optional(),
  ...target,
  range: range().optional(),
})

/** The query of an appcast. */
export const appcastValidator = vine.create(target)

/** The query that the client of Velopack sends. */
export const velopackValidator = vine.create({
  os: vine.string().optional(),
  arch: vine.string().optional(),
  localVersion: vine.string().optional(),
})

/** The query of an explanation. */
export const explainValidator = strictQuery({
  licenseId: uuid().optional(),
  version: version().optional(),
  ...target,
})

/** The query of an end user's list of releases; read it with `ownReleasesQuery`. */
export const ownReleasesValidator = strictQuery({ ...target, limit: limitField(), cursor: cursorField() })

/** The body that creates a download link. */
export const downloadValidator = strict({ artifactId: uuid() })

type Asked = { version?: string; platform?: string; arch?: string; channel?: Channel; range?: string }

/** Reads the wish of a program from its query. @throws Refusal VALIDATION_ERROR */
export async function updateWish(query: Record<string, unknown>): Promise<Wish> {
  return wishOf(await updateValidator.validate(onlyKnown(updateValidator, givenOnce(query))))
}

/** Like `updateWish`, for an appcast. @throws Refusal VALIDATION_ERROR */
export async function appcastWish(query: Record<string, unknown>): Promise<Wish> {
  return wishOf(await appcastValidator.validate(onlyKnown(appcastValidator, givenOnce(query))))
}

/** Reads the query of Velopack's client. @throws Refusal VALIDATION_ERROR */
export async function velopackSaid(query: Record<string, unknown>) {
  return velopackValidator.validate(onlyKnown(velopackValidator, givenOnce(query)))
}

/** Reads the wish and the page of an end user's list. @throws Refusal VALIDATION_ERROR, INVALID_CURSOR */
export async function ownReleasesQuery(query: Record<string, unknown>) {
  const { limit = DEFAULT_LIMIT, ...asked } = await ownReleasesValidator.validate(query)
  return { wish: wishOf(asked), page: { limit, cursor: cursorOf(query) } }
}

/** Normalizes a wish to the names that are stored. @throws Refusal VALIDATION_ERROR */
export function wishOf({ version: running, platform, arch, channel, range: within }: Asked): Wish {
  if (within !== undefined && !isRange(within)) throw invalidField('range', 'range must be a SemVer range')
  return {
    version: running === undefined ? null : versionOf(running),
    platform: platform === undefined ? null : named('platform', platform, platformOf),
    arch: arch === undefined ? null : named('arch', arch, archOf),
    channel: channel ?? null,
    range: within ?? null,
  }
}

/** A plus sign that a program did not encode arrives as a space. */
function versionOf(text: string): string {
  const read = readVersion(text.replace(' ', '+'))
  if (read === null) throw invalidField('version', 'version must be SemVer 2.0, such as 2.1.0')
  return read
}

function named(field: string, text: string, read: (text: string) => string | null): string {
  const found = read(text)
  if (found === null) throw invalidField(field, `${field} must have 1 to 32 characters from a-z, 0-9 and _`)
  return found
}

/** Drops parameters with an empty value, so that they count as not sent. */
function givenOnce(query: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}
