import type { Refusal } from '../../api/refusal'
import type { SsoConnection, SsoConnectionsUpdateData } from '../../api/types'
import { linesOf, numberOf, textOf } from '../../ui/typed'
import { certificatesOf } from './certificates_of'

export type SsoBody = SsoConnectionsUpdateData['body']
export type SsoType = SsoConnection['type']
export type Source = 'metadataUrl' | 'metadataXml' | 'hand'
type Role = SsoConnection['defaultRole']

export const SSO_TYPES: readonly (readonly [SsoType, string])[] = [
  ['saml', 'SAML 2.0'],
  ['oidc', 'OpenID Connect'],
]

/** The attributes of a user that a provider sends. */
export const ATTRIBUTES: readonly (readonly [keyof SsoConnection['attributeMapping'], string])[] = [
  ['email', 'Email'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['groups', 'Groups'],
]

export const SSO_ROLES: readonly (readonly [Role, string])[] = [
  ['VIEWER', 'Viewer'],
  ['MEMBER', 'Member'],
  ['ADMIN', 'Admin'],
]

/** Fields that show their own messages. */
export const SSO_FIELDS = [
  'saml.metadataUrl',
  'saml.metadataXml',
  'saml.entityId',
  'saml.ssoUrl',
  'saml.certificates',
  ...['oidc', 'oidc.issuer', 'oidc.clientId', 'oidc.clientSecret'],
  ...ATTRIBUTES.map(([name]) => `attributeMapping.${name}`),
  'sessionHours',
  'groupRoles',
]

/** Reads the groups and their roles from lines such as "admins: ADMIN". A line without a colon names no group. */
const groupsAndRolesOf = (typed: FormData) =>
  linesOf(typed, 'groupRoles').map((line) => {
    const at = line.lastIndexOf(':')
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim() as Role] as const
  })

/** Returns why the roles by group cannot be saved without losing a line that the user has typed, or undefined if they can. */
export function groupRolesProblemOf(typed: FormData): string | undefined {
  const groups = groupsAndRolesOf(typed).map(([group]) => group)
  const nameless = groups.indexOf('')
  if (nameless >= 0)
    return `Line ${nameless + 1} has no group and role. Write it as a group, a colon and a role, such as admins: ADMIN.`
  const twice = groups.find((group, at) => groups.indexOf(group) < at)
  return twice && `There are two lines for the group ${twice}. Remove one.`
}

/** Returns the first message of the service about roles by group. It names the group, as in `groupRoles.admins`. */
export const refusedGroupRoleOf = (refusal: Refusal | null) =>
  refusal?.details.find(({ field }) => field.split('.')[0] === 'groupRoles')?.message

export const groupLines = (connection: SsoConnection | null) =>
  Object.entries(connection?.groupRoles ?? {})
    .map(([group, role]) => `${group}: ${String(role)}`)
    .join('\n')

function samlOf(typed: FormData, source: Source): SsoBody['saml'] {
  if (source === 'metadataUrl') return { metadataUrl: textOf(typed, 'metadataUrl') }
  if (source === 'metadataXml') return { metadataXml: textOf(typed, 'metadataXml') }
  const certificates = certificatesOf(textOf(typed, 'certificates') ?? '')
  return {
    entityId: textOf(typed, 'entityId'),
    ssoUrl: textOf(typed, 'ssoUrl'),
    ...(certificates.length > 0 && { certificates }),
  }
}

function providerOf(typed: FormData): Pick<SsoBody, 'type' | 'saml' | 'oidc'> {
  const type = typed.get('type') as SsoType
  if (type === 'saml') return { type, saml: samlOf(typed, typed.get('source') as Source) }
  const oidc = {
    issuer: textOf(typed, 'issuer') ?? '',
    clientId: textOf(typed, 'clientId') ?? '',
    clientSecret: textOf(typed, 'clientSecret'),
  }
  return { type, oidc }
}

const attributesOf = (typed: FormData): SsoBody['attributeMapping'] =>
  Object.fromEntries(
    ATTRIBUTES.flatMap(([name]) => {
      const attribute = textOf(typed, `attribute.${name}`)
      return attribute ? [[name, attribute]] : []
    })
  )

/** Builds the request body from the form. It holds all settings, because a change replaces all of them. */
export function ssoOf(typed: FormData): SsoBody {
  return {
    ...providerOf(typed),
    attributeMapping: attributesOf(typed),
    defaultRole: typed.get('defaultRole') as Role,
    groupRoles: Object.fromEntries(groupsAndRolesOf(typed)),
    jit: typed.has('jit'),
    syncRoles: typed.has('syncRoles'),
    enforced: typed.has('enforced'),
    sessionHours: numberOf(typed, 'sessionHours'),
  }
}
