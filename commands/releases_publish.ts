import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { inject } from '@adonisjs/core'
import type { CommandOptions } from '@adonisjs/core/types/ace'
import { readFile } from 'node:fs/promises'
import FindOwner from '#catalog/queries/find_owner'
import { printable } from '#kernel/text/printable'
import Refusal from '#kernel/refusals/refusal'
import PublishFiles from '#releases/actions/publish_files'
import { newReleaseValidator, artifactFormValidator } from '#releases/http/releases_input'
import { toRelease } from '#releases/http/release_transformer'
import { requireFile, requireUuid } from '#terminal/arguments'
import ProgressLine from '#terminal/progress_line'
import { reportRefusals } from '#terminal/report_refusals'

/** `releases:publish FILE...`: publishes a release with local files (contract/12-releases#121-publishing). */
export default class ReleasesPublish extends BaseCommand {
  static commandName = 'releases:publish'
  static description = 'Publish a release with local files'
  static help = [
    'Creates the release, or continues the draft of this version. Uploads the files and publishes the release.',
    'Files that are already uploaded are not stored twice, so you can run it again after an interruption.',
    '',
    '  {{ binaryName }} releases:publish App-Setup.exe App-Setup.exe.blockmap \\',
    '    --product=0192f0c1-0000-7000-8000-000000000000 --version=2.1.0',
    '  {{ binaryName }} releases:publish app.dmg --product=... \\',
    '    --version=2.2.0-beta.1 --channel=beta --platform=macos --arch=arm64 \\',
    '    --kind=installer --notes-file=notes.md --draft',
  ]
  static options: CommandOptions = { startApp: true }

  @args.spread({ description: 'The files' })
  declare files: string[]

  @flags.string({ description: 'Id of the product (required)' })
  declare product?: string

  @flags.string({ description: 'The version, SemVer 2.0 (required)' })
  declare version?: string

  @flags.string({ description: 'Channel: stable, rc, beta, alpha or dev; stable for a new release' })
  declare channel?: string

  @flags.string({ description: 'The platform of the files: windows, macos, linux, any' })
  declare platform?: string

  @flags.string({ description: 'The arch of the files: x64, arm64, any' })
  declare arch?: string

  @flags.string({ description: 'Kind of the files: installer, archive, update, delta, signature or other' })
  declare kind?: string

  @flags.string({ description: 'A file with the notes, in Markdown' })
  declare notesFile?: string

  @flags.boolean({ description: 'Upload the files, but leave the release a draft' })
  declare draft: boolean

  @flags.boolean({ description: 'Print one JSON object' })
  declare json: boolean

  @inject()
  async run(owner: FindOwner, publish: PublishFiles) {
    await reportRefusals(this, async () => {
      const scope = await owner.ofProduct(requireUuid(this.product, 'id after --product'))
      if (!scope) throw new Refusal('PRODUCT_NOT_FOUND')
      for (const file of this.files) await requireFile(file)
      if (this.notesFile) await requireFile(this.notesFile)
      const notes = this.notesFile ? await readFile(this.notesFile, 'utf8') : undefined
      const { version, channel, platform, arch, kind } = this
      const fields = await newReleaseValidator.validate(given({ version, channel, notes }))
      const about = await artifactFormValidator.validate(given({ platform, arch, kind }))
      const line = new ProgressLine('upload')
      const asked = { fields, about, files: this.files, publish: !this.draft }
      const release = await publish.execute({ ...scope, productId: scope.productId! }, asked, (done, total) =>
        line.update(done, total)
      )
      const { length } = release.artifacts
      line.finish(`${length} ${length === 1 ? 'file' : 'files'}, ${release.status}`)
      const shown = toRelease(release)
      if (this.json) return void process.stdout.write(`${printable(JSON.stringify(shown))}\n`)
      process.stdout.write(`release ${shown.id} ${shown.version} ${shown.status}\n`)
      for (const { filename, sha256 } of shown.artifacts)
        process.stdout.write(`${sha256}  ${printable(filename)}\n`)
    })
  }
}

function given(fields: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
