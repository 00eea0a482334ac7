import type { QueryClient } from '@tanstack/react-query'
import { changeCondition, until } from './condition'
import { renew } from './session'
import type { Operation } from './types'

export type Progress = Pick<Operation, 'id' | 'status' | 'progress'>

/** How long a stream that was refused is left alone: longer each time, as every try costs the limit of the address. */
const REOPEN = 3000
const LONGEST = 60_000

/**
 * Listens to all operations of an org, on one connection and only while the tab is seen: a browser has six for all of
 * its tabs. What it hears lands in the cache, so screens need not know of it. Returns how to stop.
 */
export function listenToOrg(
  orgId: string,
  queryClient: QueryClient,
  heard: (open: Progress[]) => void
): () => void {
  const open = new Map<string, Progress>()
  let source: EventSource | null = null
  let timer = 0
  let pause = REOPEN
  let isStopped = false

  const tell = () => heard([...open.values()])

  function connect() {
    if (source || isStopped || document.hidden) return
    const from = Date.now()
    source = new EventSource(`/v1/dashboard/orgs/${orgId}/operations/stream`)
    source.addEventListener('progress', (event) => {
      const progress = JSON.parse(event.data as string) as Progress
      open.set(progress.id, progress)
      queryClient.setQueryData<{ operation: Operation }>(
        ['operation', orgId, progress.id],
        (known) => known && { operation: { ...known.operation, ...progress } }
      )
      tell()
    })
    source.addEventListener('end', (event) => {
      const { operation } = JSON.parse(event.data as string) as { operation: Operation }
      open.delete(operation.id)
      const { status, progress } = operation
      const queryKey = ['operation', orgId, operation.id]
      queryClient.setQueryData<{ operation: Operation }>(
        queryKey,
        (known) => known && { operation: { ...known.operation, status, progress } }
      )
      // The stream is the same for everybody: what its reader can do with it, such as to download it, only a read says.
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
      if (!operation.dryRun && operation.progress.succeeded > 0) forgetLicenses(queryClient, orgId)
      tell()
    })
    source.addEventListener('open', () => {
      pause = REOPEN
      // What has ended while nobody listened is not told.
      open.clear()
      tell()
      void queryClient.invalidateQueries({ queryKey: ['operation', orgId] })
    })
    source.addEventListener('error', () => {
      // A refusal closes it for good; a broken connection it opens again by itself.
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      timer = window.setTimeout(() => void again(from), pause)
      pause = Math.min(pause * 2, LONGEST)
    })
  }

  /** A stream does not say why it was refused. Most often the session has lapsed since it was opened. */
  async function again(from: number) {
    if (!(await renew(from).catch(() => true))) {
      changeCondition({ sessionOver: true })
      await until((now) => !now.sessionOver)
    }
    connect()
  }

  function close() {
    clearTimeout(timer)
    source?.close()
    source = null
  }

  const look = () => (document.hidden ? close() : connect())
  document.addEventListener('visibilitychange', look)
  connect()
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', look)
    close()
  }
}

/** Lists of licenses begin anew with their first page: to load all pages again would use up the limit. */
export function forgetLicenses(queryClient: QueryClient, orgId: string) {
  void queryClient.resetQueries({ queryKey: ['licenses', orgId] })
  void queryClient.invalidateQueries({ queryKey: ['license'] })
  void queryClient.invalidateQueries({ queryKey: ['overview', orgId] })
}
