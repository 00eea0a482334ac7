import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  ANNOUNCED_BEFORE,
  isElsewhere,
  type SsoCertificate,
  type SsoSettings,
  type SsoType,
} from '#sso/rules/connection'
import { algorithmsOf, lacksClaims, oidcPersonOf, providerProblem } from '#sso/rules/oidc'
import { refreshOf } from '#sso/rules/refresh'
import { warningsOf } from '#sso/rules/warnings'

const ISSUER = 'https://idp.example'
const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
  id_token_signing_alg_values_supported: ['RS256'],
}

test.group('providers of OpenID Connect', () => {
  test('sign with public keys and SHA-256 or better', ({ assert }) => {
    const { id_token_signing_alg_values_supported: _named, ...silent } = METADATA
    assert.deepEqual(algorithmsOf(silent), ['RS256'])
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('none', 'HS256', 'ES256', 'PS512'))),
        (named) => {
          for (const one of algorithmsOf({ ...METADATA, id_token_signing_alg_values_supported: named })) {
            assert.match(one, /^(?:RS|PS|ES)(?:256|384|512)$/)
            assert.include(named, one)
          }
        }
      )
    )
  })

  test('have what a sign-in needs, under the very name that the org gives', ({ assert }) => {
    assert.isNull(providerProblem(METADATA, ISSUER))
    for (const issuer of [`${ISSUER}/`, `${ISSUER}/{tenantid}`, 'https://IDP.example']) {
      assert.match(providerProblem({ ...METADATA, issuer }, ISSUER)!, /another issuer/)
    }
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      for (const bad of [undefined, '', '/x', 'javascript:alert(1)', 'file:///etc/passwd']) {
        assert.include(providerProblem({ ...METADATA, [name]: bad }, ISSUER)!, name)
      }
    }
    const signs = { ...METADATA, id_token_signing_alg_values_supported: ['HS256', 'none'] }
    assert.match(providerProblem(signs, ISSUER)!, /signs ID tokens with none of/)
  })

  test('vouch for an address that they have verified, or say nothing about', ({ assert }) => {
    const claims = { sub: 'one', email: 'a@b.c' }
    assert.containSubset(oidcPersonOf(claims, {}), { subject: 'one', email: 'a@b.c', groups: [] })
    assert.containSubset(oidcPersonOf({ ...claims, email_verified: true }, {}), { subject: 'one' })
    for (const email_verified of [false, 'false']) {
      assert.property(oidcPersonOf({ ...claims, email_verified }, {}), 'problem')
    }
    for (const sub of ['', 'a\0', 'é', 'x'.repeat(256), 7, undefined]) {
      assert.property(oidcPersonOf({ ...claims, sub }, {}), 'problem')
    }
  })

  test('are asked for more where the ID token lacks the address, or groups that matter', ({ assert }) => {
    const settings = { attributeMapping: {}, groupRoles: {} }
    assert.isTrue(lacksClaims({ sub: 'one' }, settings))
    assert.isFalse(lacksClaims({ email: 'a@b.c' }, settings))
    assert.isTrue(lacksClaims({ email: 'a@b.c' }, { ...settings, groupRoles: { a: 'ADMIN' } }))
    assert.isFalse(
      lacksClaims({ email: 'a@b.c', groups: ['x'] }, { ...settings, groupRoles: { a: 'ADMIN' } })
    )
  })
})

const certificate = fc.record({
  fingerprint: fc.constantFrom('one', 'two', 'three'),
  pem: fc.constant(''),
  notAfter: fc.integer(),
})
const certificates = fc.uniqueArray(certificate, { selector: ({ fingerprint }) => fingerprint })
const saml = {
  entityId: 'https://idp.example/metadata',
  ssoUrl: `${ISSUER}/sso`,
  metadataUrl: `${ISSUER}/metadata`,
}
const prints = (some: SsoCertificate[]) => some.map(({ fingerprint }) => fingerprint).sort()

test.group('a provider that is read again', () => {
  test('never leads to another provider, nor to one without certificates', ({ assert }) => {
    fc.assert(
      fc.property(certificates, certificates, fc.boolean(), fc.boolean(), (had, now, moved, renamed) => {
        const ssoUrl = moved ? `${ISSUER}/new` : saml.ssoUrl
        const entityId = renamed ? 'https://other.example' : saml.entityId
        const after = refreshOf({ saml, certificates: had }, { entityId, ssoUrl, certificates: now })
        assert.equal('problem' in after, renamed || now.length === 0)
        if ('problem' in after) return
        assert.deepEqual(after.saml, { ...saml, ssoUrl })
        assert.deepEqual(after.certificates, now)
        assert.equal(after.changed, moved || prints(had).join() !== prints(now).join())
        const again = refreshOf(after, { entityId, ssoUrl, certificates: now })
        assert.isFalse('changed' in again && again.changed)
      })
    )
  })

  test('is another one by its name alone', ({ assert }) => {
    const settings = { saml, oidc: null } as SsoSettings
    assert.isFalse(isElsewhere(settings, { ...settings, saml: { ...saml, ssoUrl: 'x' } }))
    assert.isTrue(isElsewhere(settings, { ...settings, saml: { ...saml, entityId: 'x' } }))
    const oidc = { issuer: ISSUER, clientId: 'a' }
    assert.isTrue(isElsewhere(settings, { ...settings, saml: null, oidc }))
    const asked = { ...settings, saml: null, oidc }
    assert.isFalse(isElsewhere(asked, { ...asked, oidc: { ...oidc, clientId: 'b' } }))
  })

  test('warns of certificates at their end, of failures, and of nothing else', ({ assert }) => {
    const now = Date.now()
    const ends = (notAfter: number) => [{ fingerprint: 'f', pem: '', notAfter }]
    const fine = {
      ...{ type: 'saml' as SsoType, clientSecret: null, certificates: ends(now + ANNOUNCED_BEFORE + 1) },
      ...{ enabled: true, enforced: true, hasEmailDomain: true, refreshProblem: null },
    }
    assert.deepEqual(warningsOf(fine, now), [])
    assert.match(warningsOf({ ...fine, certificates: ends(now) }, now)[0], /has expired/)
    assert.match(warningsOf({ ...fine, certificates: ends(now + 1) }, now)[0], /within 30 days/)
    assert.match(warningsOf({ ...fine, enabled: false }, now)[0], /switched off/)
    const lost = { ...fine, hasEmailDomain: false }
    assert.match(warningsOf(lost, now)[0], /enforced for nobody/)
    assert.deepEqual(warningsOf({ ...lost, enforced: false }, now), [])
    assert.match(warningsOf({ ...fine, type: 'oidc' }, now)[0], /client secret is missing/)
    assert.deepEqual(warningsOf({ ...fine, refreshProblem: 'Away' }, now), ['Away'])
  })
})
