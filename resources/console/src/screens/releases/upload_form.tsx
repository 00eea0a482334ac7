import { useState, type FormEvent } from 'react'
import { asRefusal, type Refusal } from '../../api/refusal'
import { uploadArtifact } from '../../api/releases'
import type { ArtifactsPutData, Release } from '../../api/types'
import { Button } from '../../ui/button'
import { Choice, Field } from '../../ui/field'
import { Meter } from '../../ui/meter'
import { Refused } from '../../ui/refused'
import { same } from '../../ui/same'
import { textOf } from '../../ui/typed'
import { Withdrawal } from '../../ui/while_allowed'

type Kind = NonNullable<NonNullable<ArtifactsPutData['query']>['kind']>
const KINDS: readonly (readonly [Kind, string])[] = [
  ['installer', 'Installer'],
  ['archive', 'Archive'],
  ['update', 'Update'],
  ['delta', 'Delta from the previous version'],
  ['signature', 'Signature'],
  ['other', 'Other'],
]

/** Returns what the fields hold. Of a file, it is the name, the size and the date. */
const wordsOf = (typed: FormData) =>
  [...typed.values()].map((one) => (one instanceof File ? [one.name, one.size, one.lastModified] : one))

/** Uploads an artifact of a draft and shows the progress. */
export function UploadForm({ release, changed }: { release: Release; changed: () => void }) {
  const [part, setPart] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const file = typed.get('file') as File
    setRefusal(null)
    setPart(0)
    try {
      await uploadArtifact({
        path: { productId: release.productId, releaseId: release.id, filename: file.name },
        query: {
          kind: typed.get('kind') as Kind,
          platform: textOf(typed, 'platform'),
          arch: textOf(typed, 'arch'),
        },
        file,
        progress: setPart,
      })
      // What was chosen during the upload is for the next one.
      if (same(wordsOf(new FormData(form)), wordsOf(typed))) form.reset()
      changed()
    } catch (error) {
      setRefusal(asRefusal(error))
    } finally {
      setPart(null)
    }
  }
  return (
    <form className="panel" aria-label="Upload" onSubmit={(event) => void send(event)}>
      <div className="form-row">
        <Field label="File" name="file" type="file" required />
        <Choice label="Kind" name="kind" options={KINDS} />
        <Field
          label="Platform"
          name="platform"
          placeholder="Any"
          hint="For example win32, macos or linux."
          problem={refusal?.fields.platform}
        />
        <Field
          label="Architecture"
          name="arch"
          placeholder="Any"
          hint="For example x64 or arm64."
          problem={refusal?.fields.arch}
        />
      </div>
      {part !== null && <Meter done={part} of={1} label="Upload" />}
      <Refused refusal={refusal} shown={['platform', 'arch']} />
      <Withdrawal />
      <div className="actions">
        <Button type="submit" icon="upload" busy={part !== null}>
          Upload
        </Button>
      </div>
    </form>
  )
}
