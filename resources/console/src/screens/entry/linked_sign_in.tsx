import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { providerName } from '../../ui/provider_name'
import { Refused } from '../../ui/refused'

/** Sign-in with an account of another provider that the user has linked before. */
export function LinkedSignIn({ providers, to }: { providers: string[]; to: string }) {
  const begun = useWrite(
    (provider: string) => import('../../api/sso_sign_in').then((file) => file.beginLinked(provider, to)),
    {
      done: (redirectUrl) => location.assign(redirectUrl),
    }
  )
  return (
    <div className="form" role="group" aria-label="Sign in with a linked account">
      <Refused refusal={begun.refusal} />
      {providers.map((provider) => (
        <Button key={provider} look="wide" busy={begun.busy} onClick={() => begun.write(provider)}>
          Sign in with {providerName(provider)}
        </Button>
      ))}
    </div>
  )
}
