import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { deleteRelease, publishRelease, unyankRelease, yankRelease } from '../../api/releases'
import type { Release } from '../../api/types'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { toastRefusal } from '../../ui/toasts'
import { textOf } from '../../ui/typed'
import { useOnward } from '../../ui/use_onward'
import { Offered } from '../../ui/while_allowed'

/** The actions on a release: publish, yank and unyank. A draft can be deleted. */
export function ReleaseSteps({ orgId, release }: { orgId: string; release: Release }) {
  const { id, productId, status, version } = release
  const [asked, setAsked] = useState<'publish' | 'yank' | 'delete' | null>(null)
  const onward = useOnward()
  const queryClient = useQueryClient()
  const path = { productId, releaseId: id }
  const forget = () => void queryClient.invalidateQueries({ queryKey: ['releases', productId] })
  const changed = (answer: { release: Release }) => {
    setAsked(null)
    queryClient.setQueryData(['release', id], answer)
    forget()
  }
  const published = useWrite((_: object, key) => publishRelease({ path, key }), { done: changed })
  const yanked = useWrite((reason: string, key) => yankRelease({ path, body: { reason }, key }), {
    done: changed,
  })
  const unyanked = useWrite((_: object, key) => unyankRelease({ path, key }), {
    done: changed,
    failed: toastRefusal,
  })
  const deleted = useWrite((_: object, key) => deleteRelease({ path, key }), {
    done: () => {
      forget()
      const params = { org: orgId, id: productId }
      void onward({ to: '/$org/products/$id', params, search: { tab: 'releases' } })
    },
  })
  const close = () => setAsked(null)
  return (
    <>
      <Offered>
        {status === 'draft' && <Button onClick={() => setAsked('delete')}>Delete draft</Button>}
        {status === 'draft' && (
          <Button look="primary" onClick={() => setAsked('publish')}>
            Publish
          </Button>
        )}
        {status === 'published' && <Button onClick={() => setAsked('yank')}>Withdraw</Button>}
        {status === 'yanked' && (
          <Button busy={unyanked.busy} onClick={() => unyanked.write({})}>
            Restore
          </Button>
        )}
      </Offered>
      {asked === 'publish' && (
        <FormDialog
          title={`Publish ${version}`}
          about="Programs are offered this release from now on. Its files can no longer be changed."
          label="Publish"
          sent={published}
          onClose={close}
          send={() => published.write({})}
        />
      )}
      {asked === 'yank' && (
        <FormDialog
          title={`Withdraw ${version}`}
          about="The release is no longer offered and its download links stop working. You can restore it later."
          label="Withdraw"
          danger
          sent={yanked}
          shown={['reason']}
          onClose={close}
          send={(typed) => yanked.write(textOf(typed, 'reason') ?? '')}
        >
          <Field label="Reason" name="reason" required autoFocus problem={yanked.refusal?.fields.reason} />
        </FormDialog>
      )}
      {asked === 'delete' && (
        <Confirm
          title={`Delete the draft ${version}`}
          about="Its files are deleted too. This cannot be undone."
          label="Delete"
          sent={deleted}
          onClose={close}
          go={() => deleted.write({})}
        />
      )}
    </>
  )
}
