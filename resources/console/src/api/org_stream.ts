import type { QueryClient } from '@tanstack/react-query'
import { aged, type LicensePages } from './aged_pages'
import { changeCondition, until } from './condition'
import { renew } from './session'
import type { Operation } from './types'

export type Progress = Pick<Operation, 'id' | 'status' | 'progress'>

/**
 * First pause before a refused stream is opened again, in milliseconds. It doubles with each try up to `LONGEST`,
 * because every try counts against the rate limit of the IP address.
 */
const REOPEN = 3000
const LONGEST = 60_000

/**
 * Listens to all operations of an org. It uses one connection, and only while the tab is visible, because a browser has
 * six connections for all of its tabs. It writes the progress to the query cache, so screens need not know of the
 * stream. Returns a function that stops it.
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
  /** An operation may have ended unheard, e.g. while the tab was hidden. */
  let mayHaveMissed = document.hidden

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
      // The stream is the same for every user. Only a read tells what this user can do with the operation, e.g.
      // download it.
      void queryClient.invalidateQueries({ queryKey })
      void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
      if (!operation.dryRun && operation.progress.succeeded > 0) forgetLicenses(queryClient, orgId)
      tell()
    })
    source.addEventListener('open', () => {
      pause = REOPEN
      // The stream does not report operations that ended while it was closed.
      open.clear()
      tell()
      void queryClient.invalidateQueries({ queryKey: ['operation', orgId] })
      if (mayHaveMissed) {
        void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
        forgetLicenses(queryClient, orgId)
      }
      mayHaveMissed = true
    })
    source.addEventListener('error', () => {
      // The browser reopens a broken connection, but not a refused one.
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      timer = window.setTimeout(() => void again(from), pause)
      pause = Math.min(pause * 2, LONGEST)
    })
  }

  /**
   * Opens the stream again after a refusal. A stream gives no reason for a refusal. Most often the session has expired
   * since the stream was opened.
   */
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

/** Reloads licenses after a change. A list that is shown keeps its rows and its place meanwhile. */
export function forgetLicenses(queryClient: QueryClient, orgId: string) {
  forgetLicenseLists(queryClient, orgId)
  void queryClient.invalidateQueries({ queryKey: ['license'] })
  void queryClient.invalidateQueries({ queryKey: ['overview', orgId] })
}

/** The number of the last change of licenses that this page knows of. */
let changes = 0

/**
 * Reloads only the lists of licenses, e.g. after a change of their owner. Of the lists that are shown, those for which
 * `isConcerned` returns false stay as they are. A list with pages reads again those that the user sees
 * (src/screens/licenses/use_licenses.ts), because reloading all of them would use up the rate limit.
 */
export function forgetLicenseLists(
  queryClient: QueryClient,
  orgId: string,
  isConcerned: (list: LicensePages) => boolean = () => true
) {
  const queryKey = ['licenses', orgId]
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  const listOf = ({ state }: { state: { data: unknown } }) => {
    const list = state.data as LicensePages | undefined
    return list?.pages && list
  }
  void queryClient.invalidateQueries({ queryKey, predicate: (query) => !listOf(query) })
  const change = ++changes
  const predicate = (query: { state: { data: unknown } }) => {
    const list = listOf(query)
    return list !== undefined && isConcerned(list)
  }
  // A page that is being read began before the change, and would bring the list back to how it was then.
  void queryClient
    .cancelQueries({ queryKey, predicate })
    .then(() =>
      queryClient.setQueriesData<LicensePages>({ queryKey, predicate }, (list) => list && aged(list, change))
    )
}
