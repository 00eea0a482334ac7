import { existsSync, statSync } from 'node:fs'
import { wrong } from './setting_checks.js'
import type { Check } from './settings/setting.js'

/** A file that exists. */
export const file: Check<string> = (name, value = '') => {
  return existsSync(value) ? value : wrong(name, `a file; there is none at ${value}`)
}

/** A folder, which is made if it is not there. */
export const folder: Check<string> = (name, value = '') => {
  const there = statSync(value, { throwIfNoEntry: false })
  return there?.isDirectory() === false ? wrong(name, `a folder; ${value} is a file`) : value
}
