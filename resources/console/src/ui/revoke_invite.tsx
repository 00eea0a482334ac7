import { Button } from './button'

/** Takes back an open invitation, in a list of these. */
export const RevokeInvite = ({ email, revoke }: { email: string; revoke: () => void }) => (
  <Button
    look="plain square small"
    icon="x"
    aria-label={`Revoke the invitation of ${email}`}
    onClick={revoke}
  />
)
