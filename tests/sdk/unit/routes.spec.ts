import { test } from '@japa/runner'
import { readContract } from '#tests/testkit/api_report'
import { callsOfSdk } from '#tests/testkit/sdk_calls'

/** Calls without a method, each with the reason. The names are those of the API document. */
const WITHOUT_METHOD: [reason: string, calls: RegExp][] = [
  ['the second family of routes is for programs that were written for it', /^legacy\./],
  ['for the operator of the service, who has the console and the command line', /^(admin_|bootstraps\.)/],
  ['for monitoring and for who looks at the service', /^(health|status|console_facts|security_contacts)\./],
  ['LatchkeyClient makes it, and signs it', /^(authorizations|releases)\.store$|^service_keys\.show$/],
  ['made by itself when a token has expired', /^(end_users\.renewals|sessions)\.update$/],
  [
    'a browser comes there from the identity provider',
    /^(linked_accounts|sso_sign_ins)\.(shared_)?callback$/,
  ],
  ['the identity provider calls it', /^sso_sign_ins\.(acs|metadata)$/],
  ['the payment processor calls it', /^processor_events\.receive$/],
  ['the web server calls it that has the certificates of shops', /^shops\.tls$/],
  ['updaters and their libraries read it', /^(updates|feeds|update_files)\./],
  ['a link of an answer leads there', /^(downloads|attachments|artifact_files)\.show$/],
  ['for forms: `upload` sends the file as it is', /artifacts\.store$/],
]

test('every call of the document has a method of the SDK, or a reason why not', async ({ assert }) => {
  const { document } = readContract()
  const made = await callsOfSdk(document)
  const all = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId)
  )
  const excused = (name: string) => WITHOUT_METHOD.some(([, calls]) => calls.test(name))
  assert.deepEqual(
    all.filter((name) => !made.has(name) && !excused(name)),
    [],
    'give it a method in packages/sdk/src/api'
  )
  assert.deepEqual(
    [...made].filter((name) => !all.includes(name) || excused(name)),
    [],
    'the SDK makes calls that the document lacks, or that were excused'
  )
  for (const [reason, calls] of WITHOUT_METHOD)
    assert.isTrue(
      all.some((name) => calls.test(name)),
      reason
    )
})
