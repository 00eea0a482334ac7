import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { claimDomain, giveUpDomain, listDomains, verifyDomain } from '../../api/domains'
import { useOrg } from '../../api/me'
import type { Domain, DomainsStoreData } from '../../api/types'
import { usePages } from '../../api/use_pages'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Choice, Field } from '../../ui/field'
import { FormDialog } from '../../ui/form_dialog'
import { Empty, Loaded } from '../../ui/states'
import { toast, toastRefusal } from '../../ui/toasts'
import { textOf } from '../../ui/typed'
import { DomainPanel, PURPOSES } from './domain_panel'
import { SettingsFrame } from './frame'

type Body = DomainsStoreData['body']

/** Lists the domains of an org, for the email addresses of its team and for hosting its pages. */
export function DomainSettings() {
  const { org: orgId } = useParams({ from: '/inside/$org' })
  const mayChange = useOrg(orgId).may('ADMIN')
  const [asked, setAsked] = useState<'new' | Domain | null>(null)
  const queryClient = useQueryClient()
  const list = usePages(['domains', orgId], (query, signal) =>
    listDomains({ path: { orgId }, query, signal })
  )
  const changed = () => {
    setAsked(null)
    void queryClient.invalidateQueries({ queryKey: ['domains', orgId] })
  }
  const claimed = useWrite((body: Body, key) => claimDomain({ path: { orgId }, body, key }), {
    done: changed,
  })
  const verified = useWrite((domainId: string, key) => verifyDomain({ path: { orgId, domainId }, key }), {
    done: ({ domain }) => {
      changed()
      const good = domain.status === 'verified'
      toast(good ? `${domain.hostname} is verified` : 'The DNS record was not found yet', { bad: !good })
    },
    failed: toastRefusal,
  })
  const given = useWrite((domainId: string, key) => giveUpDomain({ path: { orgId, domainId }, key }), {
    done: changed,
  })
  return (
    <SettingsFrame orgId={orgId}>
      {mayChange && (
        <div className="actions">
          <Button look="primary" icon="plus" onClick={() => setAsked('new')}>
            Add a domain
          </Button>
        </div>
      )}
      <Loaded query={list}>
        {({ pages }) => {
          const domains = pages.flatMap((page) => page.domains)
          if (domains.length === 0)
            return (
              <Empty title="No domains yet">
                Verify a domain to use single sign-on, or to serve the portal and shop from your own address.
              </Empty>
            )
          return domains.map((domain) => (
            <DomainPanel
              key={domain.id}
              domain={domain}
              mayChange={mayChange}
              busy={verified.busy}
              verify={() => verified.write(domain.id)}
              giveUp={() => setAsked(domain)}
            />
          ))
        }}
      </Loaded>
      {asked === 'new' && (
        <FormDialog
          title="Add a domain"
          about="You prove ownership with a DNS record."
          label="Add domain"
          sent={claimed}
          shown={['hostname', 'purpose']}
          onClose={() => setAsked(null)}
          send={(typed) =>
            claimed.write({
              hostname: textOf(typed, 'hostname') ?? '',
              purpose: typed.get('purpose') as Body['purpose'],
            })
          }
        >
          <Field
            label="Domain"
            name="hostname"
            placeholder="example.com"
            required
            autoFocus
            problem={claimed.refusal?.fields.hostname}
          />
          <Choice
            label="Use for"
            name="purpose"
            options={PURPOSES}
            problem={claimed.refusal?.fields.purpose}
          />
        </FormDialog>
      )}
      {asked && asked !== 'new' && (
        <Confirm
          title={`Remove ${asked.hostname}`}
          about="Features that use this domain, such as single sign-on, stop working immediately."
          label="Remove"
          sent={given}
          onClose={() => setAsked(null)}
          go={() => given.write(asked.id)}
        />
      )}
    </SettingsFrame>
  )
}
