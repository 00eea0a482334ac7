import db from '@adonisjs/lucid/services/db'
import { quotas } from '#config/quotas'
import Refusal from '#kernel/refusals/refusal'
import { firstRow, rows, type SqlExecutor } from '#kernel/database/sql'
import type { Trx } from '#kernel/database/unit_of_work'

const MIB = 1024 * 1024

/** Bytes per org that this process is storing now and that no operation counts yet. */
const underWay = new Map<string, number>()

/**
 * The room that an org has for one more upload or export while it is being stored (contract/01-changes#bounds:
 * STORED_MIB_PER_ORG). All concurrent uploads and exports of the org in this process share it. Other processes do not
 * see it, so `assertStoredRoom` makes the final check. Always close it.
 */
export class StoredRoom {
  #taken = 0

  private constructor(
    protected orgId: string,
    protected kept: number
  ) {}

  /** @throws Refusal LIMIT_REACHED if the org has no room left. */
  static async open(orgId: string): Promise<StoredRoom> {
    const room = new StoredRoom(orgId, await keptBytes(db.connection(), orgId))
    room.assert(1)
    return room
  }

  /**
   * Asserts that `bytes` more bytes fit.
   * @throws Refusal LIMIT_REACHED
   */
  assert(bytes: number) {
    assertFits(this.kept + (underWay.get(this.orgId) ?? 0) + bytes)
  }

  /**
   * Counts bytes that are about to be stored.
   * @throws Refusal LIMIT_REACHED if they do not fit.
   */
  take(bytes: number) {
    this.assert(bytes)
    this.#count(bytes)
  }

  /** Passes an upload through unchanged while it fits. */
  async *over(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      this.take(piece.length)
      yield piece
    }
  }

  /** Stops counting its bytes: now either an operation counts them or they are deleted. */
  close() {
    this.#count(-this.#taken)
  }

  #count(bytes: number) {
    this.#taken += bytes
    const now = (underWay.get(this.orgId) ?? 0) + bytes
    if (now > 0) underWay.set(this.orgId, now)
    else underWay.delete(this.orgId)
  }
}

/**
 * Runs `store` with the room that the org has for an upload.
 * @throws Refusal LIMIT_REACHED
 */
export async function withStoredRoom<Outcome>(
  orgId: string,
  store: (room: StoredRoom) => Promise<Outcome>
): Promise<Outcome> {
  const room = await StoredRoom.open(orgId)
  try {
    return await store(room)
  } finally {
    room.close()
  }
}

/**
 * Asserts that an org may keep `bytes` more bytes. Call it in the transaction that counts them: it locks the org's row,
 * so concurrent operations take turns and cannot exceed the quota together.
 *
 * @throws Refusal LIMIT_REACHED if they do not fit.
 */
export async function assertStoredRoom(trx: Trx, orgId: string, bytes: number) {
  if (quotas.storedMibPerOrg === -1) return
  await rows(trx, 'select 1 from orgs where id = ? for no key update', [orgId])
  assertFits((await keptBytes(trx, orgId)) + bytes)
}

async function keptBytes(client: SqlExecutor, orgId: string): Promise<number> {
  if (quotas.storedMibPerOrg === -1) return 0
  const sum = await firstRow<{ bytes: number }>(
    client,
    `select ((select coalesce(sum(stored_bytes), 0) from operations where org_id = ? and stored_bytes > 0)
       + (select coalesce(sum(bytes), 0) from ticket_attachments where org_id = ?)
       + (select coalesce(sum(bytes), 0) from artifacts where org_id = ?))::float8 as bytes`,
    [orgId, orgId, orgId]
  )
  return sum!.bytes
}

function assertFits(bytes: number) {
  const most = quotas.storedMibPerOrg
  if (most === -1 || bytes <= most * MIB) return
  throw new Refusal('LIMIT_REACHED', {
    message: `An org can store at most ${most} MiB of uploads, exports, attachments and files of releases: delete drafts and their files that you do not need, or ask the operator to raise STORED_MIB_PER_ORG. Only files of imports and exports are deleted on their own, 7 days after their operation ended`,
  })
}
