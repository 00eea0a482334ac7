import { domainToASCII } from 'node:url'
import { BaseSchema } from '@adonisjs/lucid/schema'

/** Each table with addresses that sign somebody in, and what an address is unique with. */
const TABLES = { users: 'true', end_users: 't.org_id = o.org_id' }
const INVITES = ['invites', 'end_user_invites']

/**
 * Addresses are stored with their domain as DNS has it. Earlier versions stored `bo@münchen.example` as it was typed,
 * so the org with the domain `xn--mnchen-3ya.example` did not recognize it. An address whose other spelling is taken
 * stays as it is.
 */
export default class extends BaseSchema {
  async up() {
    this.defer(async () => {
      for (const [table, tenant] of Object.entries(TABLES)) {
        await this.respell(table, `not exists (select from ${table} o where o.email = ? and ${tenant})`)
      }
      for (const table of INVITES) {
        const open = `o.email = ? and o.org_id = t.org_id and o.accepted_at is null`
        await this.respell(table, `not exists (select from ${table} o where ${open})`)
      }
    })
  }

  async respell(table: string, free: string) {
    const sql = `select id, email from ${table} where email ~ '@.*[^[:ascii:]]'`
    const { rows } = await this.db.rawQuery<{ rows: { id: string; email: string }[] }>(sql)
    for (const { id, email } of rows) {
      const at = email.lastIndexOf('@') + 1
      const domain = domainToASCII(email.slice(at))
      if (domain === '') continue
      const plain = email.slice(0, at) + domain
      await this.db.rawQuery(`update ${table} t set email = ? where id = ? and ${free}`, [plain, id, plain])
    }
  }

  /** The earlier spelling is not known any more, and the earlier version reads this one too. */
  async down() {}
}
