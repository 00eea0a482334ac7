import { useQueryClient } from '@tanstack/react-query'
import { exportLicenses } from '../../api/operations'
import { useWrite } from '../../api/writes'
import { Menu } from '../../ui/menu'
import { Button } from '../../ui/button'
import { toastRefusal } from '../../ui/toasts'
import { useOnward } from '../../ui/use_onward'
import type { LicenseFilter } from './filter'

/** Starts an operation that exports the licenses that match the filter to a file. */
export function ExportButton({ orgId, filter }: { orgId: string; filter: LicenseFilter }) {
  const onward = useOnward()
  const queryClient = useQueryClient()
  const made = useWrite(
    (format: 'csv' | 'json', key) => {
      const { exceptIds: _, ...query } = filter
      // The file is saved by hand, so a spreadsheet program is likely to open it.
      const bom = format === 'csv' || undefined
      return exportLicenses({ path: { orgId }, query: { ...query, format, bom }, key })
    },
    {
      done: ({ operation }) => {
        void queryClient.invalidateQueries({ queryKey: ['operations', orgId] })
        void onward({ to: '/$org/operations/$id', params: { org: orgId, id: operation.id } })
      },
      failed: toastRefusal,
    }
  )
  return (
    <Menu
      trigger={
        <Button icon="download" busy={made.busy}>
          Export
        </Button>
      }
      entries={[
        { label: 'CSV', icon: 'file', run: () => made.write('csv') },
        { label: 'JSON', icon: 'file', run: () => made.write('json') },
      ]}
    />
  )
}
