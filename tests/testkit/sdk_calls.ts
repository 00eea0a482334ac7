import { LatchkeyDashboard } from '#sdk/api/dashboard'
import { Latchkey } from '#sdk/api/latchkey'
import { Pages } from '#sdk/api/pages'
import { LatchkeyPortal } from '#sdk/api/portal'
import { Resource } from '#sdk/api/resource'
import type { ApiDocument } from './api_contract.js'

type Operation = { name: string; method: string; path: RegExp; wildcards: number }
type Method = (...args: unknown[]) => unknown

/** A value for every argument: an id in a path, the fields of a body or query, a list, a file. */
const ANYTHING = Object.assign(new Blob(['x']), {
  toString: () => 'anything',
  metrics: [],
  [Symbol.iterator]: [][Symbol.iterator],
})

const DATA = {
  ...{ productId: 'P', challengeToken: 'T', tokens: {}, series: [] },
  ...{ operation: { id: 'O', status: 'completed' }, release: { id: 'R' }, erasure: {}, download: {} },
}

/** The names of the calls of the API document that the methods of the SDK make. Calls each method once. */
export async function callsOfSdk(document: ApiDocument): Promise<Set<string>> {
  const operations = operationsOf(document)
  const made = new Set<string>()
  const options = {
    ...{ baseUrl: 'http://service.example', attempts: 1, tokens: { accessToken: 'A', refreshToken: 'R' } },
    ...{ apiKey: 'K', productId: 'P', code: () => '123456' },
    fetch: ((url: string, { method }: { method: string }) => {
      const { pathname } = new URL(url)
      made.add(nameOf(operations, method, pathname))
      return Promise.resolve(pathname.endsWith('/stream') ? stream() : json(pathname))
    }) as unknown as typeof fetch,
  }
  for (const sdk of [Latchkey, LatchkeyDashboard, LatchkeyPortal]) {
    await callAll(sdk, namesOf(sdk), [options, ANYTHING, ANYTHING])
    await callAllOf(new sdk(options))
  }
  return made
}

/** Calls every method of an object, of the resources in its fields, and of those that its methods return. */
async function callAllOf(object: object) {
  for (const field of Object.values(object)) if (field instanceof Resource) await callAllOf(field)
  for (let proto = object; proto !== Resource.prototype && proto !== Object.prototype;) {
    proto = Object.getPrototypeOf(proto) as object
    if (proto !== Resource.prototype && proto !== Object.prototype) {
      await callAll(object, namesOf(proto), [ANYTHING, ANYTHING, ANYTHING, ANYTHING])
    }
  }
}

async function callAll(on: object, names: string[], args: unknown[]) {
  for (const name of names) {
    const given = await (on as Record<string, Method>)[name](...args)
    if (given instanceof Pages) await given.first()
    else if (given instanceof Resource) await callAllOf(given)
    else if (Object(given)[Symbol.asyncIterator]) await (given as AsyncGenerator).next()
  }
}

/**
 * The methods of a class or of its objects, except `call`, which is for calls without a method, and `moved`, which
 * takes a part of the path.
 */
function namesOf(holder: object): string[] {
  const isMethod = (name: string) =>
    typeof Object.getOwnPropertyDescriptor(holder, name)!.value === 'function'
  return Object.getOwnPropertyNames(holder).filter(
    (name) => !['constructor', 'call', 'moved'].includes(name) && isMethod(name)
  )
}

function operationsOf({ paths }: ApiDocument): Operation[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId: name }]) => {
      const wildcards = path.split('{').length
      return { name, method, wildcards, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }
    })
  )
  return all.sort((one, other) => one.wildcards - other.wildcards)
}

/** The call at a path. A path with a literal segment has precedence over one with a parameter in its place. */
function nameOf(operations: Operation[], method: string, path: string): string {
  const found = operations.find((one) => one.method === method.toLowerCase() && one.path.test(path))
  return found?.name ?? `${method} ${path}, which the document lacks`
}

function json(path: string) {
  const data: object = path.endsWith('/auth/login') ? { challengeToken: 'T' } : DATA
  return Response.json({ ok: true, data })
}

function stream() {
  const text = `event: end\ndata: ${JSON.stringify(DATA)}\n\n`
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}
