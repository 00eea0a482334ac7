import type { SsoConnection, SsoConnectionsUpdateData } from '../../api/types'
import { linesOf, numberOf, textOf } from '../../ui/typed'

export type SsoBody = SsoConnectionsUpdateData['body']
export type Source = 'metadataUrl' | 'metadataXml' | 'hand'
type Role = SsoConnection['defaultRole']

export const SSO_ROLES: readonly (readonly [Role, string])[] = [
  ['VIEWER', 'Viewer'],
  ['MEMBER', 'Member'],
  ['ADMIN', 'Admin'],
]

/** Fields that show their own problems. */
export const SSO_FIELDS = [
  'saml.metadataUrl',
  'saml.metadataXml',
  'saml.entityId',
  'saml.ssoUrl',
  'saml.certificates',
  'sessionHours',
  'groupRoles',
]

/** Lines such as "admins: ADMIN" of groups and the roles that they give. */
const groupRolesOf = (typed: FormData) =>
  Object.fromEntries(
    linesOf(typed, 'groupRoles').map((line) => {
      const at = line.lastIndexOf(':')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim() as Role]
    })
  )

export const groupLines = (connection: SsoConnection | null) =>
  Object.entries(connection?.groupRoles ?? {})
    .map(([group, role]) => `${group}: ${String(role)}`)
    .join('\n')

/** Certificates as PEM, of which several may stand below each other. */
const certificatesOf = (text: string) => text.match(/-----BEGIN[^]+?-----END[^-]+-----/g) ?? undefined

function samlOf(typed: FormData, source: Source): SsoBody['saml'] {
  if (source === 'metadataUrl') return { metadataUrl: textOf(typed, 'metadataUrl') }
  if (source === 'metadataXml') return { metadataXml: textOf(typed, 'metadataXml') }
  const certificates = certificatesOf(textOf(typed, 'certificates') ?? '')
  return {
    entityId: textOf(typed, 'entityId'),
    ssoUrl: textOf(typed, 'ssoUrl'),
    ...(certificates && { certificates }),
  }
}

/** What was typed, as the service takes it: all settings, because a change replaces them. */
export function ssoOf(typed: FormData, source: Source, connection: SsoConnection | null): SsoBody {
  return {
    type: 'saml',
    saml: samlOf(typed, source),
    attributeMapping: connection?.attributeMapping,
    defaultRole: typed.get('defaultRole') as Role,
    groupRoles: groupRolesOf(typed),
    jit: typed.has('jit'),
    syncRoles: typed.has('syncRoles'),
    enforced: typed.has('enforced'),
    sessionHours: numberOf(typed, 'sessionHours'),
  }
}
