import { AES256GCM } from '@adonisjs/core/encryption/drivers/aes_256_gcm'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { appKey } from '#config/app'
import OpenedSecrets from '#kernel/secrets/opened_secrets'
import { SEALED_TABLES } from '#kernel/secrets/sealed_tables'
import { openSecret, refuseUnbound, sealSecret } from '#kernel/secrets/secrets'
import { rows } from '#kernel/database/sql'
import { forgetApiKeys } from '#accounts/credentials/api_keys'
import { authorize, createVendor } from '#tests/testkit/runtime'

/** Columns that look like sealed ones because of their name. */
const NOT_SEALED_BY_ROTATION = ['app_secrets.sealed_value']

/** Sealed columns whose name does not show it. */
const SEALED_UNSAID = ['processor_events.body']

test.group('sealed secrets', () => {
  test('a signing secret that was moved to another key is worth nothing', async ({ assert, cleanup }) => {
    const attacker = await createVendor()
    const victim = await createVendor()
    // A rotation of the keys would rightly report it as a secret that no key opens.
    cleanup(() => rows(db.connection(), 'delete from api_keys where id = ?', [victim.keyId]).then(() => {}))
    assert.equal((await authorize(attacker, 'NONE-1')).body.reasonCode, 'LICENSE_NOT_FOUND')
    await rows(
      db.connection(),
      `update api_keys set signing_secret = (select signing_secret from api_keys where id = ?) where id = ?`,
      [attacker.keyId, victim.keyId]
    )
    forgetApiKeys()
    const forged = await authorize({ ...victim, signingSecret: attacker.signingSecret }, 'NONE-1')
    assert.notProperty(forged.body, 'reasonCode')
    assert.equal(forged.status, 500)
  })

  test('a value opens at its own column and row only, remembered or not', ({ assert }) => {
    const sealed = sealSecret('secret', 'mails.sealed_content:1')
    assert.equal(openSecret(sealed, 'mails.sealed_content:1'), 'secret')
    assert.throws(
      () => openSecret(sealed, 'mails.sealed_content:2'),
      /mails.sealed_content:2 cannot be opened/
    )
    assert.throws(() => openSecret(sealed, 'users.totp_secret:1'))
    assert.throws(() => openSecret(sealed.split(':').slice(2).join(':'), 'mails.sealed_content:1'))
    const opened = new OpenedSecrets('mails.sealed_content', (secret) => secret.toUpperCase())
    assert.equal(opened.get(sealed, '1'), 'SECRET')
    assert.equal(opened.get(sealed, '1'), 'SECRET')
    assert.throws(() => opened.get(sealed, '2'))
  })

  test('a value that an earlier version bound to no row opens until nothing of the kind is stored', ({
    assert,
    cleanup,
  }) => {
    cleanup(() => refuseUnbound())
    const old = new AES256GCM({ id: 'gcm', key: appKey.release() }).encrypt('secret')
    refuseUnbound(false)
    assert.equal(openSecret(old, 'mails.sealed_content:1'), 'secret')
    refuseUnbound()
    assert.throws(() => openSecret(old, 'mails.sealed_content:1'))
  })

  test('a rotation knows every column of the database that holds sealed values', async ({ assert }) => {
    const columns = await rows<{ name: string }>(
      db.connection(),
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and column_name ~ '^sealed_|secret$' order by 1`
    )
    const known = SEALED_TABLES.flatMap(({ table, columns: sealed }) =>
      Object.keys(sealed).map((name) => `${table}.${name}`)
    )
    assert.sameMembers(
      [...columns.map(({ name }) => name), ...SEALED_UNSAID],
      [...known, ...NOT_SEALED_BY_ROTATION]
    )
  })
})
