import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/me'
import { Loaded } from '../../../../console/src/ui/states'
import { Page } from '../../ui/page'
import { Address } from './address'
import { Erasure } from './erasure'
import { ExportButton } from './export_button'
import { Password } from './password'
import { Person } from './person'
import { SignIns } from './sign_ins'

/** The profile page: data of the end user, email address, password, sessions, export and erasure. */
export function Profile() {
  const query = useQuery({ ...meQuery, staleTime: 0 })
  return (
    <Page title="Profile">
      <Loaded query={query}>
        {({ endUser }) => (
          <>
            <Person endUser={endUser} />
            <Address endUser={endUser} />
            <Password endUser={endUser} />
            <SignIns />
            <section className="form">
              <h2>Your data</h2>
              <div className="panel">
                <ExportButton />
                <Erasure endUser={endUser} />
              </div>
            </section>
          </>
        )}
      </Loaded>
    </Page>
  )
}
