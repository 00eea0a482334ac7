import { installableFiles, type Wish } from '#releases/rules/choose_release'
import type { FeedFile, ShownRelease } from '#releases/store/feed_release'
import { publishedOn, type LinkTo } from './feed.js'
import { element, emptyElement } from './xml.js'

const NAMESPACE = 'http://www.andymatuschak.org/xml-namespaces/sparkle'

/** Sparkle recognizes a package by the file name in its URL, which our URLs do not contain. */
const PACKAGE = /\.m?pkg$/

/** Writes the appcast that Sparkle 2 reads, newest version first (contract/12-releases#124-update-feeds). */
export function toAppcast(product: string, releases: ShownRelease[], wish: Wish, linkTo: LinkTo): string {
  const items = releases.flatMap((release) => {
    const [file] = installableFiles(release.artifacts, wish)
    return file ? [`    <item>\n${itemOf(release, file, linkTo)}\n    </item>`] : []
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<rss version="2.0" xmlns:sparkle="${NAMESPACE}">`,
    '  <channel>',
    `    ${element('title', product)}`,
    ...items,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n')
}

/**
 * Sparkle compares `sparkle:version` with CFBundleVersion. A merchant that numbers CFBundleVersion differently from the
 * release sets `metadata.build`.
 */
function itemOf(release: ShownRelease, file: FeedFile, linkTo: LinkTo): string {
  const { version, channel, name, notes, metadata } = release
  const interval = metadata.phasedRolloutInterval
  const build = metadata.build
  return [
    element('title', name ?? version),
    element('pubDate', mailDate(publishedOn(release))),
    element('sparkle:version', typeof build === 'string' || typeof build === 'number' ? `${build}` : version),
    element('sparkle:shortVersionString', version),
    ...(channel === 'stable' ? [] : [element('sparkle:channel', channel)]),
    ...(isInterval(interval) ? [element('sparkle:phasedRolloutInterval', String(interval))] : []),
    ...(notes ? [element('description', notes, { 'sparkle:format': 'plain-text' })] : []),
    emptyElement('enclosure', {
      url: linkTo(file),
      length: String(file.bytes),
      type: file.contentType,
      ...(PACKAGE.test(file.filename) && { 'sparkle:installationType': 'package' }),
      ...(file.signature && { 'sparkle:edSignature': file.signature }),
    }),
  ]
    .map((line) => `      ${line}`)
    .join('\n')
}

/** Sparkle reads only a numeric offset, and does not apply a phased rollout if it cannot read the date. */
const mailDate = (at: Date) => at.toUTCString().replace('GMT', '+0000')

/** The interval is the number of seconds after which Sparkle offers the release to the next group of users. */
const isInterval = (value: unknown) => Number.isInteger(value) && Number(value) > 0
