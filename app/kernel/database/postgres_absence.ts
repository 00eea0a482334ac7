import { Socket } from 'node:net'

let isAbsent = false

/** Returns true while Postgres answers nothing at all, on no connection of this process. */
export function isPostgresAbsent(): boolean {
  return isAbsent
}

/** Notes whether Postgres answers. Returns true if that is a change. */
export function notePostgresAbsence(absent: boolean): boolean {
  const isChange = absent !== isAbsent
  isAbsent = absent
  return isChange
}

/**
 * Opens the socket of a connection for requests. While Postgres is absent it fails at once: otherwise each pool that a
 * request uses would wait for the absent server in turn, and the caller would wait for the sum.
 */
export function socketForRequests(): Socket {
  return isAbsent ? new RefusedSocket() : new Socket()
}

class RefusedSocket extends Socket {
  override connect(): this {
    return this.destroy(
      Object.assign(new Error('Postgres does not answer'), { code: 'ETIMEDOUT', syscall: 'connect' })
    )
  }
}
