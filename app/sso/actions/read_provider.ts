import Refusal, { invalidField } from '#kernel/refusals/refusal'
import { ProviderUnfit } from '#sso/providers/oidc_faults'
import { checkProvider } from '#sso/providers/oidc_provider'
import type { SsoConnection } from '#sso/queries/find_connection'
import {
  isSignInPage,
  type OidcProvider,
  type SamlProvider,
  type SsoCertificate,
  type SsoType,
} from '#sso/rules/connection'
import type { SamlMetadata } from '#sso/rules/saml_metadata'
import type { ReadProvider } from '#sso/rules/refresh'
import { certificateOf } from '#sso/store/certificates'
import { BadMetadata, fetchMetadata, readIdpMetadata } from '#sso/store/read_metadata'

type SamlInput = {
  entityId?: string
  ssoUrl?: string
  certificates?: string[]
  metadataXml?: string
  metadataUrl?: string
}

/** The input that describes an identity provider. */
export type ProviderInput = {
  type: SsoType
  saml?: SamlInput
  oidc?: OidcProvider & { clientSecret?: string }
}

/** A provider that was read and checked. `certificates` null: the existing ones are kept. */
export type AskedProvider = {
  saml: SamlProvider | null
  oidc: OidcProvider | null
  certificates: SsoCertificate[] | null
}

/** The fields that describe a SAML provider without its metadata. */
const BY_HAND = ['entityId', 'ssoUrl', 'certificates'] as const

/** The most certificates of a provider (contract/13-sso#131-setup-owner). */
const MOST = 5

/**
 * Reads and checks the provider of an input; `had` is the existing connection. Pass the result through `savedBeside`
 * before you save it.
 * @throws Refusal VALIDATION_ERROR, SSO_CERT_REQUIRED; BAD_REQUEST if the provider or its metadata cannot be read or
 *   used
 */
export async function providerOf(input: ProviderInput, had: SsoConnection | null): Promise<AskedProvider> {
  assertOneProvider(input)
  return input.type === 'saml' ? samlOf(input.saml, had) : oidcOf(input, had)
}

/**
 * An input with two descriptions would have one of them silently ignored.
 * @throws Refusal VALIDATION_ERROR that names what to leave out
 */
function assertOneProvider(input: ProviderInput) {
  const other = input.type === 'saml' ? 'oidc' : 'saml'
  if (input[other]) throw invalidField(other, `The type is ${input.type}: leave out ${other}`)
  const { saml } = input
  if (!saml) return
  const { metadataXml, metadataUrl } = saml
  const byHand = BY_HAND.filter((name) => saml[name] !== undefined)
  if (metadataUrl !== undefined) {
    leaveOut([...(metadataXml === undefined ? [] : ['metadataXml']), ...byHand], 'metadataUrl')
  }
  if (metadataXml !== undefined) leaveOut(byHand, 'metadataXml')
}

/** @throws Refusal VALIDATION_ERROR if there are fields to leave out */
function leaveOut(fields: string[], beside: string) {
  if (fields.length === 0) return
  const all = fields.map((name) => `saml.${name}`).join(', ')
  throw invalidField(`saml.${fields[0]}`, `saml.${beside} describes the whole provider: leave out ${all}`)
}

async function samlOf(saml: SamlInput | undefined, had: SsoConnection | null): Promise<AskedProvider> {
  if (!saml) throw invalidField('saml', 'saml is missing')
  const { entityId, ssoUrl, certificates } = await describedBy(saml)
  if (!entityId) throw invalidField('saml.entityId', 'saml.entityId is missing')
  if (!ssoUrl) throw invalidField('saml.ssoUrl', 'saml.ssoUrl is missing')
  // Only the browser opens this URL, not the service, so an address in the org's own network is allowed.
  if (!isSignInPage(ssoUrl)) {
    throw invalidField('saml.ssoUrl', 'saml.ssoUrl must be an http or https URL')
  }
  assertCertificates(certificates, had)
  return {
    saml: { entityId, ssoUrl, metadataUrl: saml.metadataUrl ?? null },
    oidc: null,
    certificates: certificates ? checkedCertificates(certificates) : null,
  }
}

/**
 * Combines a provider that was read with the current connection `had`. Another request may have saved the connection
 * since, and fields that the input leaves out are kept from its current state.
 * @throws Refusal VALIDATION_ERROR, SSO_CERT_REQUIRED
 */
export function savedBeside(
  asked: AskedProvider,
  input: ProviderInput,
  had: SsoConnection | null
): AskedProvider {
  if (!asked.oidc) {
    assertCertificates(asked.certificates, had)
    return asked
  }
  assertSecret(input.oidc!, had)
  const { issuer, namesItself } = asked.oidc
  // The org has registered the callback address at its provider, so saving other settings must not change it.
  const before = had?.settings.oidc?.issuer === issuer ? had.settings.oidc.namesItself === true : true
  return { ...asked, oidc: { ...asked.oidc, namesItself: namesItself && before } }
}

const NONE_LEFT =
  'certificates is empty: send at least one signing certificate, or leave the field out to keep those there are'

/** @throws Refusal SSO_CERT_REQUIRED */
function assertCertificates(given: readonly unknown[] | null | undefined, had: SsoConnection | null) {
  const known = had?.type === 'saml' && had.certificates.length > 0
  if (given ? given.length > 0 : known) return
  throw new Refusal('SSO_CERT_REQUIRED', known ? { message: NONE_LEFT } : {})
}

/** @throws Refusal VALIDATION_ERROR */
function assertSecret(
  { issuer, clientSecret }: NonNullable<ProviderInput['oidc']>,
  had: SsoConnection | null
) {
  if (clientSecret) return
  if (!had?.clientSecret) throw invalidField('oidc.clientSecret', 'oidc.clientSecret is missing')
  // The stored secret is never shown to the org, so it must not be sent to another issuer that the org names.
  if (had.settings.oidc?.issuer !== issuer)
    throw invalidField(
      'oidc.clientSecret',
      'oidc.clientSecret is missing: another issuer needs a secret of its own'
    )
}

async function describedBy(saml: SamlInput): Promise<Partial<SamlMetadata>> {
  const { metadataXml, metadataUrl } = saml
  if (metadataXml === undefined && metadataUrl === undefined) return saml
  try {
    return metadataXml === undefined ? await fetchMetadata(metadataUrl!) : readIdpMetadata(metadataXml)
  } catch (error) {
    if (error instanceof BadMetadata) throw new Refusal('BAD_REQUEST', { message: error.message })
    throw error
  }
}

/**
 * The result of reading a provider again. `fine`: nothing to store, because the keys of an OpenID Connect provider are
 * read at each sign-in, and a SAML provider without a metadata URL is not read.
 */
export type ReadAgain = { provider: ReadProvider } | { problem: string } | { fine: true }

/** Reads a provider again from its published metadata, if it has any. */
export async function readAgain({ settings }: SsoConnection): Promise<ReadAgain> {
  try {
    if (settings.oidc) await checkProvider(settings.oidc)
    if (!settings.saml?.metadataUrl) return { fine: true }
    const { certificates, ...read } = await fetchMetadata(settings.saml.metadataUrl)
    return { provider: { ...read, certificates: checkedCertificates(certificates) } }
  } catch (error) {
    const isTheirs = [BadMetadata, ProviderUnfit, Refusal].some((kind) => error instanceof kind)
    if (isTheirs) return { problem: (error as Error).message }
    throw error
  }
}

/** Checks the certificates of a provider and removes duplicates. @throws Refusal VALIDATION_ERROR */
function checkedCertificates(pems: string[]): SsoCertificate[] {
  if (pems.length > MOST)
    throw invalidField('saml.certificates', `A provider has at most ${MOST} certificates`)
  const read = pems.map((pem, at) => {
    const certificate = certificateOf(pem)
    if (!('problem' in certificate)) return certificate
    throw invalidField(`saml.certificates.${at}`, `The certificate ${certificate.problem}`)
  })
  return [...new Map(read.map((one) => [one.fingerprint, one])).values()]
}

async function oidcOf({ oidc }: ProviderInput, had: SsoConnection | null): Promise<AskedProvider> {
  if (!oidc) throw invalidField('oidc', 'oidc is missing')
  assertSecret(oidc, had)
  const { issuer, clientId } = oidc
  const { namesItself } = await checkProvider({ issuer, clientId }).catch((error: unknown) => {
    throw error instanceof ProviderUnfit ? new Refusal('BAD_REQUEST', { message: error.message }) : error
  })
  return { saml: null, oidc: { issuer, clientId, namesItself }, certificates: [] }
}
