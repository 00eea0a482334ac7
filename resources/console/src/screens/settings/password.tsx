import { changePassword } from '../../api/my_account'
import { useWrite } from '../../api/writes'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { Refused } from '../../ui/refused'
import { toast } from '../../ui/toasts'

export function Password() {
  const saved = useWrite(
    (body: { currentPassword: string; newPassword: string }, key) =>
      changePassword({ body: { ...body, useCookies: true }, key }),
    {
      done: () => toast('The password is changed. Other sessions have ended.'),
    }
  )
  const problems = saved.refusal?.fields ?? {}
  return (
    <form
      className="panel"
      aria-label="Password"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        saved.write({ currentPassword: String(typed.get('current')), newPassword: String(typed.get('new')) })
      }}
    >
      <h2>Password</h2>
      <div className="form-row">
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          problem={problems.currentPassword}
        />
        <Field
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          required
          problem={problems.newPassword}
        />
      </div>
      {Object.keys(problems).length === 0 && <Refused refusal={saved.refusal} />}
      <div className="actions">
        <Button type="submit" busy={saved.busy}>
          Change password
        </Button>
      </div>
    </form>
  )
}
