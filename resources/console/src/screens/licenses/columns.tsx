import { Link } from '@tanstack/react-router'
import type { ListedLicense } from '../../api/types'
import { Button } from '../../ui/button'
import { openerOf } from '../../ui/menu'
import type { MenuOpener } from '../../ui/menu_list'
import type { Column } from '../../ui/data_grid'
import { Status } from '../../ui/status'
import { Time } from '../../ui/time'
import { End } from './end'
import { shownStatus } from './shown_status'

type About = {
  orgId: string
  names: Map<string, string>
  isChosen: (id: string) => boolean
  toggle: (id: string) => void
  openMenu: (license: ListedLicense, opener: MenuOpener) => void
  mayChange: boolean
}

export function columnsOf({
  orgId,
  names,
  isChosen,
  toggle,
  openMenu,
  mayChange,
}: About): Column<ListedLicense>[] {
  return [
    {
      head: <span className="unseen">Selected</span>,
      width: '28px',
      cell: ({ id, key }) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${key}`}
          checked={isChosen(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    {
      head: 'Key',
      width: 'minmax(220px, 2fr)',
      cell: ({ id, key }) => (
        <Link
          to="/$org/licenses/$id"
          params={{ org: orgId, id }}
          search={{}}
          tabIndex={-1}
          className="mono"
          preload={false}
        >
          {key}
        </Link>
      ),
    },
    {
      head: 'Status',
      width: '120px',
      cell: (license) => <Status of={shownStatus(license)} />,
    },
    {
      head: 'Product',
      width: 'minmax(110px, 1fr)',
      look: 'wide-only roomy-only',
      cell: ({ productId }) => <span className="quiet">{names.get(productId)}</span>,
    },
    {
      head: 'Expires',
      width: '170px',
      look: 'wide-only numbers',
      cell: (license) => <End license={license} />,
    },
    {
      head: 'Created',
      width: '120px',
      look: 'wide-only roomy-only numbers',
      cell: ({ createdAt }) => (
        <span className="quiet">
          <Time at={createdAt} />
        </span>
      ),
    },
    {
      head: <span className="unseen">Actions</span>,
      width: '36px',
      cell: (license) =>
        mayChange && (
          <Button
            look="plain square small row-menu"
            aria-haspopup="menu"
            aria-expanded="false"
            icon="more"
            tabIndex={-1}
            aria-label={`Actions for ${license.key}`}
            onClick={(event) => openMenu(license, openerOf(event))}
          />
        ),
    },
  ]
}
