import type { Code } from '#kernel/refusals/codes'
import type { Credential, Described, Describing } from '#http/described'

/** A route as the router lists it. */
type Listed = {
  name?: string
  pattern: string
  methods: string[]
  middleware: { all(): Iterable<unknown> }
}

/** The part of the router that lists its routes. */
export type Listing = { toJSON(): Record<string, Listed[]> }

/** A route with everything that its middleware says about it. */
export type ReadRoute = {
  name: string
  method: string
  /** With `{names}`, as OpenAPI writes it. */
  path: string
  params: string[]
  credentials: readonly Credential[]
  role?: string
  permission?: string
  bodyLimit?: number
  idempotent: boolean
  /** Whether the call is signed (interface#54-request-signing). */
  signed?: boolean
  waits: boolean
  refuses: Set<Code>
}

export type DescribingByName = Readonly<Record<string, Describing>>

/**
 * Reads the routes of the router, each with its middleware and the middleware in `everywhere`, which runs before
 * every route. A GET route also answers HEAD, which the document leaves out.
 *
 * @throws Error for a middleware that does not describe itself.
 */
export function readRoutes(
  router: Listing,
  byName: DescribingByName,
  everywhere: readonly Describing[]
): ReadRoute[] {
  return Object.values(router.toJSON())
    .flat()
    .flatMap((route) =>
      route.methods
        .filter((method) => method !== 'HEAD')
        .map((method) => readRoute(route, method, byName, everywhere))
    )
}

function readRoute(
  { name = '', pattern, middleware }: Listed,
  method: string,
  byName: DescribingByName,
  everywhere: readonly Describing[]
): ReadRoute {
  const facts = { method, pattern }
  const stack = [...middleware.all()].map((one) => {
    const { name: called, args } = one as { name: string; args: never }
    const describing = byName[called]
    if (!describing) throw new Error(`The middleware ${called} of ${method} ${pattern} has no description`)
    return describing.describe(args, facts)
  })
  const said: Described[] = [...everywhere.map((one) => one.describe(undefined as never, facts)), ...stack]
  const last = <K extends keyof Described>(key: K) => said.findLast((one) => one[key] !== undefined)?.[key]
  return {
    name,
    method,
    path: pattern.replaceAll(/:(\w+)/g, '{$1}'),
    params: [...pattern.matchAll(/:(\w+)/g)].map(([, param]) => param),
    credentials: last('credentials') ?? [],
    role: last('role'),
    permission: last('permission'),
    bodyLimit: last('bodyLimit'),
    idempotent: last('idempotent') ?? false,
    waits: last('waits') ?? false,
    refuses: new Set(said.flatMap(({ refuses }) => refuses)),
  }
}
