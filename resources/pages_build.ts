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
        // All that the first page needs is one file, its libraries too: it compresses better, and is asked for once.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  })
}
