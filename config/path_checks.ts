import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { wrong } from './setting_checks.js'
import type { Check } from './settings/setting.js'

/** A file that exists. */
export const file: Check<string> = (name, value = '') => {
  return existsSync(value) ? value : wrong(name, `a file; there is none at ${value}`)
}

/** A folder, which is made if it is not there. */
export const folder: Check<string> = (name, value = '') => {
  const there = nearest(value)
  return statSync(there).isDirectory() ? value : wrong(name, `a folder; ${there} is a file`)
}

/** The path, or if there is nothing, the lowest one above it that exists. */
function nearest(path: string): string {
  return existsSync(path) ? path : nearest(dirname(path))
}
