import { Secret } from '@adonisjs/core/helpers'
import { Env } from '@adonisjs/core/env'
import type { Check } from './settings/setting.js'
import { parseNetwork } from '#kernel/net/address'
import { NAMED_RANGES } from '#kernel/net/client_address'
import { parseIp, parseSubnet, type Subnet } from '#kernel/net/addresses'

/**
 * Checks of settings that the framework's own types do not cover. Each returns the value or throws a message that
 * names the setting (contract#settings).
 */

/** @throws an error that names the setting and says what it must be */
export function wrong(name: string, what: string): never {
  throw new Error(`Value for environment variable "${name}" must be ${what}`)
}

/** A limit: a whole number, or -1 for unlimited. */
export const limit: Check<number> = (name, value = '') => {
  if (/^(-1|\d{1,9})$/.test(value)) return Number(value)
  return wrong(name, 'a whole number, or -1 for unlimited')
}

/** A limit that also counts the operator's own requests: with 0, nothing would be answered. */
export const livableLimit: Check<number> = (name, value) => {
  return limit(name, value) || wrong(name, 'a whole number of 1 or more, or -1 for unlimited')
}

/** A whole number of 0 or more. */
export const natural: Check<number> = (name, value = '') => {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  return wrong(name, 'a whole number of 0 or more')
}

/** A whole number of 1 or more. */
export const positive: Check<number> = (name, value = '') => {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  return wrong(name, 'a whole number of 1 or more')
}

/** The longest time that a timer can wait, in seconds; a longer one would end at once. */
const LONGEST = 2_147_483

/** A number of seconds for a timer, 0 or more. */
export const secondsOrNone: Check<number> = (name, value) => {
  const given = natural(name, value)
  return given <= LONGEST ? given : wrong(name, `at most ${LONGEST} seconds`)
}

/** A number of seconds for a timer, 1 or more. */
export const seconds: Check<number> = (name, value) => secondsOrNone(name, String(positive(name, value)))

/** A number of bytes, up to 15 digits. */
export const byteCount: Check<number> = (name, value = '') => {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
  return wrong(name, 'a number of bytes')
}

/**
 * The minimum length of a key, below which nothing is encrypted, and of a secret in production
 * (contract/01-changes#keys).
 */
const LEAST = 16
const LEAST_IN_PRODUCTION = 32

/** The maximum number of keys in APP_KEYS: each one makes the check of an unknown token a little slower. */
const MOST_KEYS = 10

function leastSecret(): number {
  return process.env.NODE_ENV === 'production' ? LEAST_IN_PRODUCTION : LEAST
}

function tooShort(name: string, least: number): never {
  return wrong(
    name,
    `a secret of ${least} characters or more; "openssl rand -base64 32" makes one` +
      (name === 'APP_KEY' && least > LEAST
        ? '. To replace a shorter key set APP_KEYS=new,old and run app-key:rotate'
        : '')
  )
}

/** The application key. If APP_KEYS is set, APP_KEY is one of its keys and is checked there. */
export const appKey: Check<Secret<string>> = (name, value = '') => {
  if (process.env.APP_KEYS || value.length >= leastSecret()) return new Secret(value)
  return tooShort(name, leastSecret())
}

/**
 * Application keys separated by commas, newest first. Only the newest key, which encrypts, must have the length that
 * production requires: older ones stay until `app-key:rotate` has replaced them. If APP_KEY is set too, it must be in
 * the list, because what a missing key encrypted would become unreadable.
 */
export const appKeyRing: Check<Secret<string>[]> = (name, value = '') => {
  const keys = [...new Set(value.split(',').map((key) => key.trim()))]
  if (keys.length > MOST_KEYS) return wrong(name, `at most ${MOST_KEYS} keys`)
  if (keys[0].length < leastSecret()) return tooShort(name, leastSecret())
  if (keys.some((key) => key.length < LEAST)) return tooShort(name, LEAST)
  const { APP_KEY } = process.env
  if (APP_KEY && !keys.includes(APP_KEY)) {
    return wrong(name, 'a list that holds APP_KEY too, or the only one of the two that is set')
  }
  return keys.map((key) => new Secret(key))
}

/** A secret; in production it needs 32 characters or more. */
export const secret: Check<Secret<string>> = (name, value = '') => {
  const least = process.env.NODE_ENV === 'production' ? LEAST_IN_PRODUCTION : 1
  return value.length >= least ? new Secret(value) : tooShort(name, least)
}

/** A TCP port. */
export const port: Check<number> = (name, value = '') => {
  const number = /^\d{1,5}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= 65_535 ? number : wrong(name, 'a port from 1 to 65535')
}

/** Any non-empty string. */
export const word: Check<string> = (name, value) => value || wrong(name, 'set')

/** Strings separated by commas. */
export const list: Check<string[]> = (_name, value = '') => {
  return value
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

/** A mail address; a local one needs no domain. */
export const mailbox: Check<string> = (name, value) => {
  return /^\w+@localhost$/.test(value ?? '') ? value! : Env.schema.string({ format: 'email' })(name, value)
}

/** Ranges of addresses in CIDR notation, separated by commas. */
export const subnets: Check<Subnet[]> = (name, value) => {
  return list(name, value).map(
    (text) => parseSubnet(text) ?? wrong(name, `a list of CIDR ranges; "${text}" is none`)
  )
}

/** Seconds between attempts, separated by commas. */
export const delays: Check<number[]> = (name, value = '') => {
  if (/^\d{1,7}(\s*,\s*\d{1,7}){0,29}$/.test(value)) return value.split(',').map(Number)
  return wrong(name, 'whole seconds separated by commas')
}

/** A URL of one of these schemes. */
export function urlOf(...schemes: string[]): Check<string> {
  return (name, value = '') => {
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : ''
    return schemes.includes(scheme) ? value : wrong(name, `a URL that begins with ${schemes[0]}://`)
  }
}

/**
 * The address of Redis. Its path is the number of a database, and its user and password are percent-encoded; the client
 * would find out about wrong ones only later, and not name the setting.
 */
export const redisUrl: Check<string> = (name, value) => {
  const given = urlOf('redis', 'rediss')(name, value)
  const { username, password, pathname } = new URL(given)
  if (!/^(\/\d{0,9})?$/.test(pathname))
    return wrong(name, 'a URL whose path is the number of a database, such as /0')
  try {
    decodeURIComponent(username + password)
  } catch {
    return wrong(
      name,
      'a URL with a percent-encoded user and password: % is %25, @ is %40, : is %3A, / is %2F'
    )
  }
  return given
}

/** The http or https address that links begin with; returned without a slash at its end. */
export const linkBase: Check<string> = (name, value = '') => {
  const url = /^https?:\/\/[^?#]+$/i.test(value) ? URL.parse(value) : null
  if (url && !url.username && !url.password) return value.replace(/\/+$/, '')
  return wrong(name, 'an http or https address without a query, such as https://licenses.example.com')
}

/**
 * Origins separated by commas, returned as browsers send them. Schemes other than http and https stay as written:
 * pages of desktop programs have them.
 */
export const origins: Check<string[]> = (name, value) => {
  return list(name, value).map((text) => {
    const url = /^[a-z][a-z\d+.-]*:\/\/[^/?#@]+\/?$/i.test(text) ? URL.parse(text) : null
    if (!url) return wrong(name, `origins such as https://console.example.com; "${text}" is none`)
    return url.origin === 'null' ? text.replace(/\/$/, '') : url.origin
  })
}

/** Names of identity providers separated by commas, returned in lower case. */
export const providerNames: Check<string[]> = (name, value) => {
  return list(name, value).map((text) => {
    if (/^[a-z\d-]{1,40}$/i.test(text)) return text.toLowerCase()
    return wrong(name, `names of 1 to 40 letters, digits and dashes, separated by commas; "${text}" is none`)
  })
}

/**
 * Which proxies to trust about client addresses: none, a number of proxies, or named ranges, addresses and CIDR
 * ranges.
 */
export const proxies: Check<string> = (name, value = '') => {
  if (/^(none|false|\d{1,2})$/.test(value)) return value
  const what = 'none, the number of proxies, or addresses, CIDR ranges, loopback, linklocal, uniquelocal'
  if (value === 'true') return wrong(name, `${what}; "true" would believe anybody any address`)
  const bad = value
    .split(',')
    .map((one) => one.trim())
    .find((one) => !NAMED_RANGES[one] && !parseNetwork(one))
  return bad === undefined ? value : wrong(name, `${what}; "${bad}" is none of these`)
}

/** Name servers: addresses with or without a port, separated by commas. */
export const nameServers: Check<string[]> = (name, value) => {
  const bad = (text: string) => {
    const address = /^\[(.+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d{1,5}$/, '$1')
    return parseIp(address) === null
  }
  const servers = list(name, value)
  if (servers.length > 0 && !servers.some(bad)) return servers
  return wrong(
    name,
    'addresses of name servers, such as 192.0.2.53 or [2001:db8::53]:53, separated by commas'
  )
}

/** A host in lower case, with or without a port. */
export const hostAndPort: Check<string> = (name, value = '') => {
  if (value.length <= 190 && /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/.test(value)) return value
  return wrong(name, 'a host in lower case, such as licenses.example.com')
}

/** A domain: lower case, with a dot, without a trailing dot. */
export const domain: Check<string> = (name, value = '') => {
  if (value.length <= 190 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(value))
    return value
  return wrong(name, 'a domain in lower case, such as shops.example.com')
}
