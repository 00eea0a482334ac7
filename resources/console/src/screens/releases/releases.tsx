import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { createRelease, listReleases } from '../../api/releases'
import type { ProductReleasesStoreData } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Choice, Field } from '../../ui/field'
import { Pick } from '../../ui/filter_fields'
import { FormDialog } from '../../ui/form_dialog'
import { Empty, Loaded } from '../../ui/states'
import { Status, statusName } from '../../ui/status'
import { Table } from '../../ui/table'
import { Time } from '../../ui/time'
import { textOf } from '../../ui/typed'
import { useOnward } from '../../ui/use_onward'
import { CHANNELS, RELEASE_STATUSES, type Channel } from './channels'

type Body = ProductReleasesStoreData['body']
type Search = { channel?: string; status?: string }
type Props = {
  orgId: string
  productId: string
  mayChange: boolean
  search: Search
  change: (part: Search) => void
}

/** Lists the releases of a product, newest first. */
export function Releases({ orgId, productId, mayChange, search, change }: Props) {
  const [adding, setAdding] = useState(false)
  const filter = {
    channel: CHANNELS.find((one) => one === search.channel),
    status: RELEASE_STATUSES.find((one) => one === search.status),
  }
  const list = usePages(['releases', productId, filter], (query, signal) =>
    listReleases({ path: { productId }, query: { ...query, ...filter }, signal })
  )
  return (
    <>
      <div className="filters">
        {mayChange && (
          <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
            New release
          </Button>
        )}
        <Pick
          label="Channel"
          value={search.channel}
          none="Any channel"
          options={CHANNELS.map((one) => [one, one] as const)}
          change={(channel) => change({ channel })}
        />
        <Pick
          label="Status"
          value={search.status}
          none="Any status"
          options={RELEASE_STATUSES.map((one) => [one, statusName(one)] as const)}
          change={(status) => change({ status })}
        />
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const releases = pages.flatMap((page) => page.releases)
          if (releases.length === 0)
            return filter.channel || filter.status ? (
              <Empty title="No releases match" />
            ) : (
              <Empty title="No releases yet">A release is a version of your product with its files.</Empty>
            )
          return (
            <Table
              label="Releases"
              list={list}
              heads={['Version', 'Channel', 'Status', 'Files', 'Rollout', 'Published']}
              rows={releases.map((one) => ({
                id: one.id,
                cells: [
                  <Link
                    key="v"
                    to="/$org/products/$product/releases/$id"
                    params={{ org: orgId, product: productId, id: one.id }}
                  >
                    {one.version}
                  </Link>,
                  one.channel,
                  <Status key="s" of={one.status} />,
                  one.artifactCount,
                  `${one.rolloutPercent} %`,
                  <Time key="t" at={one.publishedAt} none="Not yet" />,
                ],
              }))}
            />
          )
        }}
      </Loaded>
      {adding && <NewRelease orgId={orgId} productId={productId} onClose={() => setAdding(false)} />}
    </>
  )
}

type NewProps = { orgId: string; productId: string; onClose: () => void }

function NewRelease({ orgId, productId, onClose }: NewProps) {
  const onward = useOnward()
  const queryClient = useQueryClient()
  const made = useWrite((body: Body, key) => createRelease({ path: { productId }, body, key }), {
    done: ({ release }) => {
      void queryClient.invalidateQueries({ queryKey: ['releases', productId] })
      const params = { org: orgId, product: productId, id: release.id }
      void onward({ to: '/$org/products/$product/releases/$id', params })
    },
  })
  return (
    <FormDialog
      title="New release"
      about="It stays a draft until you publish it."
      label="Create draft"
      sent={made}
      shown={['version', 'channel']}
      onClose={onClose}
      send={(typed) =>
        made.write({
          version: textOf(typed, 'version') ?? '',
          channel: typed.get('channel') as Channel,
        })
      }
    >
      <Field
        label="Version"
        name="version"
        placeholder="1.4.0"
        required
        autoFocus
        problem={made.refusal?.fields.version}
      />
      <Choice
        label="Channel"
        name="channel"
        options={CHANNELS.map((one) => [one, one] as const)}
        problem={made.refusal?.fields.channel}
      />
    </FormDialog>
  )
}
