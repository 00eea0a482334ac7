import { DOMParser } from '@xmldom/xmldom'

/**
 * The requirements of updaters for a feed, taken from their sources: the comment of each rule names the place. If a
 * client is stricter in one language than in another, the stricter rule counts.
 */

/**
 * tauri-plugin-updater 2.0.2, src/updater.rs: `RemoteRelease` for a dynamic server, `parse_version`, and
 * `verify_signature`, whose decoder accepts standard Base64 without white space. `platforms` would make it a static
 * answer.
 */
export const TAURI = {
  type: 'object',
  required: ['version', 'url', 'signature'],
  properties: {
    version: { type: 'string', pattern: '^v*\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$' },
    pub_date: { type: 'string', format: 'date-time' },
    url: { type: 'string', format: 'uri' },
    signature: {
      type: 'string',
      pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
      minLength: 4,
    },
    notes: { type: ['string', 'null'] },
    platforms: false,
  },
} as const

/**
 * Velopack 1.2.0, src/lib-csharp/VelopackAsset.cs and src/lib-rust/src/manager.rs (`VelopackAssetFeed`), whose texts
 * are never null. UpdateManager.cs, `VerifyPackageChecksumAsync`, compares SHA256 as text with a hash in upper case,
 * and the size.
 */
export const VELOPACK = {
  type: 'object',
  required: ['Assets'],
  properties: {
    Assets: {
      type: 'array',
      items: {
        type: 'object',
        required: ['PackageId', 'Version', 'Type', 'FileName', 'SHA1', 'SHA256', 'Size', 'NotesMarkdown'],
        properties: {
          PackageId: { type: 'string', minLength: 1 },
          Version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$' },
          Type: { enum: ['Full', 'Delta', 'Portable', 'Installer', 'Msi'] },
          FileName: { type: 'string', pattern: '^[^/\\\\]+\\.nupkg$' },
          SHA1: { type: 'string', pattern: '^[0-9A-F]{40}$' },
          SHA256: { type: 'string', pattern: '^[0-9A-F]{64}$' },
          Size: { type: 'integer', minimum: 1 },
          NotesMarkdown: { type: 'string' },
        },
      },
    },
  },
} as const

const SPARKLE = 'http://www.andymatuschak.org/xml-namespaces/sparkle'

/** An item of an appcast as Sparkle stores it. */
export type AppcastItem = {
  version: string
  displayVersion: string
  title: string | null
  date: Date
  channel: string | null
  phasedRolloutInterval: number | null
  notes: { text: string; format: string } | null
  url: URL
  length: number
  edSignature: Buffer | null
  installationType: string
}

/**
 * Reads an appcast by the rules of Sparkle 2.7, Sparkle/SUAppcast.m and Sparkle/SUAppcastItem.m.
 * @throws Error for input that Sparkle refuses, and for parts of an item that it ignores with at most a log line
 */
export function readAppcast(document: string): AppcastItem[] {
  const fail = (_: unknown, message: string) => {
    throw new Error(message)
  }
  const { documentElement: rss } = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail } as never,
  }).parseFromString(document, 'text/xml')
  if (rss?.tagName !== 'rss') throw new Error('The document is no RSS')
  return childrenOf(rss, 'channel').flatMap((channel) => childrenOf(channel, 'item').map(readItem))
}

function readItem(item: Element): AppcastItem {
  const [enclosure, ...others] = childrenOf(item, 'enclosure')
  if (!enclosure || others.length > 0) throw new Error('An item has one enclosure')
  const version = textOf(item, 'version', SPARKLE)
  if (!version) throw new Error('An item has a sparkle:version')
  const url = new URL(required(enclosure.getAttribute('url')))
  if (!/^https?:$/.test(url.protocol)) throw new Error('A file has an address of http or https')
  const channel = textOf(item, 'channel', SPARKLE)
  if (channel !== null && !/^[A-Za-z0-9_.-]+$/.test(channel)) throw new Error('The channel is ignored')
  const interval = textOf(item, 'phasedRolloutInterval', SPARKLE)
  const [notes] = childrenOf(item, 'description')
  return {
    ...{ version, channel, url },
    displayVersion: textOf(item, 'shortVersionString', SPARKLE) ?? version,
    title: textOf(item, 'title'),
    date: dateOf(required(textOf(item, 'pubDate'))),
    phasedRolloutInterval: interval === null ? null : Number.parseInt(interval, 10),
    notes: notes ? { text: notes.textContent ?? '', format: formatOf(notes) } : null,
    length: Number.parseInt(required(enclosure.getAttribute('length')), 10),
    edSignature: signatureOf(enclosure.getAttributeNS(SPARKLE, 'edSignature')),
    installationType: installationOf(enclosure, url),
  }
}

/**
 * `E, dd MMM yyyy HH:mm:ss Z` of an English formatter, which accepts an offset of four digits. Without a date, Sparkle
 * ignores phased rollouts.
 */
function dateOf(text: string): Date {
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}$/.test(text))
    throw new Error(`No date: ${text}`)
  return new Date(text)
}

function formatOf(notes: Element): string {
  const format = notes.getAttributeNS(SPARKLE, 'format') || 'html'
  if (!['plain-text', 'markdown', 'html'].includes(format)) throw new Error(`A format of notes: ${format}`)
  return format
}

/** Reads an Ed25519 signature in Base64 (Sparkle/SUSignatures.m). */
function signatureOf(text: string | null): Buffer | null {
  if (!text) return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 64) throw new Error('A signature has 64 bytes')
  return bytes
}

/**
 * Without the attribute, the name at the end of the address decides, not the name of the file
 * (Sparkle/SUAppcastItem.m).
 */
function installationOf(enclosure: Element, { pathname }: URL): string {
  const type = enclosure.getAttributeNS(SPARKLE, 'installationType')
  if (!type) return /\.m?pkg$/.test(pathname) ? 'package' : 'application'
  if (!['application', 'package', 'interactive-package'].includes(type)) throw new Error(`A type: ${type}`)
  return type
}

/** The child elements with a name, in no namespace or in a given one, with any prefix. */
function childrenOf(parent: Element, name: string, namespace: string | null = null): Element[] {
  const all = Array.from(parent.childNodes) as Element[]
  return all.filter((one) => one.localName === name && (one.namespaceURI ?? null) === namespace)
}

function textOf(parent: Element, name: string, namespace: string | null = null): string | null {
  const [found, ...others] = childrenOf(parent, name, namespace)
  if (others.length > 0) throw new Error(`More than one ${name}`)
  return found ? (found.textContent ?? '').trim() : null
}

function required(text: string | null): string {
  if (!text) throw new Error('Something is missing')
  return text
}
