import { readExport } from '../../api/account'
import { useWrite } from '../../../../console/src/api/writes'
import { Button } from '../../../../console/src/ui/button'
import { toastRefusal } from '../../../../console/src/ui/toasts'

function save(file: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = 'my-data.json'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Downloads all data held about the end user. It is no plain link, because the request needs an access token. */
export function ExportButton() {
  const { write, busy } = useWrite((_: null) => readExport(), {
    done: save,
    failed: toastRefusal,
  })
  return (
    <div className="reset">
      <div>
        <b>Your personal data</b>
        <p className="small quiet">Profile, sign-ins, licenses, orders and questions, as a JSON file.</p>
      </div>
      <Button icon="download" busy={busy} onClick={() => write(null)}>
        Download
      </Button>
    </div>
  )
}
