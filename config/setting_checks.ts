import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { Secret } from '@adonisjs/core/helpers'
import { parseSubnet } from '#domain/webhook/addresses'

/**
 * Checks of settings that the framework's own kinds do not cover. Each returns the value or throws a line that
 * names the setting (contract 7).
 */
type Check<T> = (name: string, value?: string) => T | undefined

function wrong(name: string, what: string): never {
  throw new Error(`Value for environment variable "${name}" must be ${what}`)
}

/** A limit: a whole number, or -1 for unlimited. */
export const limit: Check<number> = (name, value) => {
  if (value === undefined) return undefined
  if (/^(-1|\d{1,9})$/.test(value)) return Number(value)
  return wrong(name, 'a whole number, or -1 for unlimited')
}

/** A whole number of 1 or more. */
export const positive: Check<number> = (name, value) => {
  if (value === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  return wrong(name, 'a whole number of 1 or more')
}

/** A secret of 16 characters or more, below which nothing is encrypted with it. */
export function secret(name: string, value?: string): Secret<string> {
  return value !== undefined && value.length >= 16
    ? new Secret(value)
    : wrong(name, 'a secret of 16 characters or more; take 32 random ones')
}

/** A TCP port. */
export function port(name: string, value?: string): number {
  const number = /^\d{1,5}$/.test(value ?? '') ? Number(value) : 0
  return number >= 1 && number <= 65_535 ? number : wrong(name, 'a port from 1 to 65535')
}

/** A TCP port that may be left out. */
export const optionalPort: Check<number> = (name, value) => {
  return value === undefined ? undefined : port(name, value)
}

/** Ranges of addresses in CIDR notation, separated by commas. */
export const subnets: Check<string> = (name, value) => {
  const bad = value?.split(',').find((text) => text.trim() !== '' && !parseSubnet(text))
  return bad === undefined ? value : wrong(name, `a list of CIDR ranges; "${bad}" is none`)
}

/** Seconds between attempts, separated by commas. */
export const delays: Check<string> = (name, value) => {
  if (value === undefined || /^\d{1,7}(\s*,\s*\d{1,7}){0,29}$/.test(value)) return value
  return wrong(name, 'whole seconds separated by commas')
}

/** A URL of one of these schemes. */
export function urlOf(...schemes: string[]): Check<string> {
  return (name, value) => {
    if (value === undefined) return undefined
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : ''
    return schemes.includes(scheme) ? value : wrong(name, `a URL that begins with ${schemes[0]}://`)
  }
}

/** Whom to believe about addresses: true, false, or names and ranges as proxy-addr knows them. */
export const proxies: Check<string> = (name, value) => {
  const known = ['true', 'false', 'loopback', 'linklocal', 'uniquelocal']
  const bad = value
    ?.split(',')
    .map((one) => one.trim())
    .find((one) => !known.includes(one) && !isIP(one) && !parseSubnet(one))
  return bad === undefined
    ? value
    : wrong(name, `true, false, or addresses and CIDR ranges; "${bad}" is none`)
}

/** A file that is there. */
export const file: Check<string> = (name, value) => {
  return value === undefined || existsSync(value) ? value : wrong(name, `a file; there is none at ${value}`)
}
