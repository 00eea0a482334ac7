import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVICE = process.env.SERVICE ?? 'http://127.0.0.1:3333'

/** Larger blocks than by default, because a script is one text. */
const BROTLI = { params: { [constants.BROTLI_PARAM_LGBLOCK]: 22 } }

/**
 * Compresses once what is sent often: the service answers with the files that lie beside each other. It reads what was
 * written, because the last changes are made after every other hook.
 */
const compressed: Plugin = {
  name: 'latchkey:compressed',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css|html)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const file = `${dir}/${name}`
        const text = await readFile(file)
        await writeFile(`${file}.br`, await promisify(brotliCompress)(text, BROTLI))
        await writeFile(`${file}.gz`, await promisify(gzip)(text))
      })
    )
  },
}

/** Parts of the console that open on top of a page. They need a library for floating elements that most pages do not. */
const DIALOGS = /[/]console[/]src[/]ui[/](confirm|delete_panel|dialog|form_dialog|secret)\.tsx$/
const FLOATING = /[/]ui[/]menu_list\.tsx$/

const isShared = (file: string) =>
  /[/]src[/](api|ui)[/]|[/]@tanstack[/]/.test(file) && !DIALOGS.test(file) && !FLOATING.test(file)

/**
 * Which code becomes one file. All that the first page needs is one, its libraries too: it compresses better, and is
 * asked for once. What many pages share is not a file for each part: a page would ask for dozens of them, and the first
 * file, which names the files of every page, would grow by each.
 */
const FILES = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', test: isShared, minShareCount: 4, priority: 1 },
  { name: 'dialogs', test: DIALOGS, minShareCount: 2 },
]

/** How the pages of resources/`name` are built, which the service serves below /`name`. */
export function pagesBuild(name: 'console' | 'portal', port: number) {
  return defineConfig({
    root: `${import.meta.dirname}/${name}`,
    base: `/${name}/`,
    plugins: [react(), compressed],
    // React itself has had since version 18 what this stands in for.
    resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
    server: {
      port,
      proxy: Object.fromEntries(['/v1', '/oauth', '/health'].map((path) => [path, SERVICE])),
    },
    build: {
      outDir: `${import.meta.dirname}/../public/${name}`,
      // bin/build_console.ts keeps the files of the build before.
      emptyOutDir: false,
      target: 'baseline-widely-available',
      // A font inside a style sheet is not from 'self'.
      assetsInlineLimit: 0,
      cssCodeSplit: false,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: FILES } },
      },
    },
  })
}
